import { detailRoute } from "../../respond"
import { paymentDetail } from "../../views/payment-detail"

export const GET = detailRoute("payment", paymentDetail)
