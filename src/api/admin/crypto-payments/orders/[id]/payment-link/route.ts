import { createCryptoPaymentLinkWorkflow } from "../../../../../../workflows/payment-links/payment-link"
import { detailRoute, linkAction } from "../../../respond"
import { paymentLinkView } from "../../../views/payment"

export const GET = detailRoute("payment_link", paymentLinkView)

export const POST = linkAction(createCryptoPaymentLinkWorkflow)
