import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CurrencyDollar } from "@medusajs/icons"
import { Container } from "@medusajs/ui"
import { HealthCard } from "../../components/health/health-card"
import { PageCrumb } from "../../components/payments/page-crumb"
import { PaymentsTable } from "../../components/payments/payments-table"

const PaymentsPage = () => (
  <div className="flex flex-col gap-y-3">
    <HealthCard />
    <Container className="overflow-hidden p-0">
      <PaymentsTable />
    </Container>
  </div>
)

export const config = defineRouteConfig({
  label: "payments.title",
  icon: CurrencyDollar,
  translationNs: "cryptoPayments",
})

export const handle = { breadcrumb: () => <PageCrumb /> }

export default PaymentsPage
