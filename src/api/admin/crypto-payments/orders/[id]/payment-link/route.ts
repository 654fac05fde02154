import { askForCryptoPaymentWorkflow } from "../../../../../../workflows/ask-for-payment/ask-for-payment"
import { detailRoute, linkAction } from "../../../respond"
import { paymentLinkView } from "../../../views/payment-link"

export const GET = detailRoute("payment_link", paymentLinkView)

export const POST = linkAction(askForCryptoPaymentWorkflow)
