import { Container } from "@medusajs/ui"
import { AttentionEntries } from "../../../components/attention/attention-entries"
import { useTexts } from "../../../lib/format"

const AttentionPage = () => (
  <Container className="divide-y overflow-hidden p-0">
    <AttentionEntries />
  </Container>
)

const Breadcrumb = () => useTexts().t("payments.tabs.attention")

export const handle = {
  label: "payments.attentionTitle",
  translationNs: "cryptoPayments",
  breadcrumb: () => <Breadcrumb />,
}

export default AttentionPage
