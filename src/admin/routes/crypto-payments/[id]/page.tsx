import { useParams } from "react-router-dom"
import { PaymentBreadcrumb, PaymentPage } from "../../../components/payment/payment-page"

const Page = () => {
  const { id = "" } = useParams()
  // With the key, another payment starts without the dialogs of this one.
  return <PaymentPage key={id} id={id} />
}

export const handle = { breadcrumb: () => <PaymentBreadcrumb /> }

export default Page
