import { askForCryptoPaymentWorkflow } from "../../../../../../workflows/ask-for-payment/ask-for-payment"
import { detailRoute, linkAction } from "../../../respond"
import { paymentLinkView } from "../../../views/payment-link"

/** What an order owes, and its payment link if there is one. */
export const GET = detailRoute("payment_link", paymentLinkView)

/** Makes the order's payment link, or returns the existing one. */
export const POST = linkAction(askForCryptoPaymentWorkflow)
