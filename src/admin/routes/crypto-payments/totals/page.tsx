import { Container } from "@medusajs/ui"
import { Totals } from "../../../components/totals/totals"
import { useTexts } from "../../../lib/format"

const TotalsPage = () => (
  <Container className="divide-y overflow-hidden p-0">
    <Totals />
  </Container>
)

const Breadcrumb = () => useTexts().t("payments.tabs.totals")

export const handle = {
  label: "payments.tabs.totals",
  translationNs: "cryptoPayments",
  breadcrumb: () => <Breadcrumb />,
}

export default TotalsPage
