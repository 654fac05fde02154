import { Container } from "@medusajs/ui"
import { AttentionList } from "../../../components/attention/attention-list"
import { PageCrumb } from "../../../components/payments/page-crumb"

const AttentionPage = () => (
  <Container className="divide-y overflow-hidden p-0">
    <AttentionList />
  </Container>
)

export const handle = {
  label: "payments.attentionTitle",
  translationNs: "cryptoPayments",
  breadcrumb: () => <PageCrumb word="tabs.attention" />,
}

export default AttentionPage
