import { askForCryptoPaymentWorkflow } from "../../../../../../workflows/ask-for-payment/ask-for-payment"
import { detailRoute, linkAction } from "../../../respond"
import { paymentLinkView } from "../../../views/payment-link"

/** What an order owes, and its payment link if somebody asked. */
export const GET = detailRoute("payment_link", paymentLinkView)

/** Asks for a payment of the order: makes its link, or gives the one that exists. */
export const POST = linkAction(askForCryptoPaymentWorkflow)
