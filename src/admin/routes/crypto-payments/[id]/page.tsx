import { useParams } from "react-router-dom"
import { PaymentPage } from "../../../components/payment/page"
import { PaymentCrumb } from "../../../components/payment/page/crumb"

const Page = () => {
  const { id = "" } = useParams()
  // A page of another payment begins afresh, with no dialog left open.
  return <PaymentPage key={id} id={id} />
}

export const handle = { breadcrumb: () => <PaymentCrumb /> }

export default Page
