import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { HealthCard } from "../../components/health/health-card"
import { MenuIcon } from "../../components/payments/menu-icon"
import { PaymentsTable } from "../../components/payments/payments-table"
import { useTexts } from "../../lib/format"

const PaymentsPage = () => (
  <div className="flex flex-col gap-y-3">
    <HealthCard />
    <Container className="overflow-hidden p-0">
      <PaymentsTable />
    </Container>
  </div>
)

const Breadcrumb = () => useTexts().t("payments.title")

export const config = defineRouteConfig({
  label: "payments.title",
  icon: MenuIcon,
  translationNs: "cryptoPayments",
})

export const handle = { breadcrumb: () => <Breadcrumb /> }

export default PaymentsPage
