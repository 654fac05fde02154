import { useParams } from "react-router-dom"
import { PaymentBreadcrumb, PaymentPage } from "../../../components/payment/payment-page"

const Page = () => {
  const { id = "" } = useParams()
  // With the key, React makes a new page for another payment, with all dialogs closed.
  return <PaymentPage key={id} id={id} />
}

export const handle = { breadcrumb: () => <PaymentBreadcrumb /> }

export default Page
