import { defineRouteConfig } from "@medusajs/admin-sdk"
import { CurrencyDollar } from "@medusajs/icons"
import { Container } from "@medusajs/ui"
import { PageCrumb } from "../../components/payments/page-crumb"
import { PaymentsTable } from "../../components/payments/payments-table"

const PaymentsPage = () => (
  <Container className="overflow-hidden p-0">
    <PaymentsTable />
  </Container>
)

export const config = defineRouteConfig({
  label: "payments.title",
  icon: CurrencyDollar,
  translationNs: "cryptoPayments",
})

export const handle = { breadcrumb: () => <PageCrumb /> }

export default PaymentsPage
