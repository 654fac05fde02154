import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { addressIn } from "../../../../core/connection/payer-ip"
import { minorToMajor } from "../../../../core/money/units"
import { cryptoToSendBack } from "../../../../core/payment/payout"
import { ofPayment } from "../../../../core/text/log-lines"
import { languageOf, textsOf } from "../../../../core/text/pay-page-texts"
import { orderLocale } from "../../../../medusa/orders"
import { storeName } from "../../../../medusa/shop"
import { renderMessage } from "../../../../pay-page/document"
import { type PayoutPage, renderPayoutPage } from "../../../../pay-page/payout-page"
import { contextOf } from "../../../../workflows/context"
import {
  type AddressEntry,
  type AddressRequest,
  addressRequest,
  type Entered,
  enterAddress,
} from "../../../../workflows/payouts/ask-for-address"
import { secondsToWait, takeRequest } from "../../../shopper/shopper-route"
import {
  answerTooMany,
  answerUnavailable,
  brandOf,
  isOwnForm,
  languageFor,
  onlyShop,
  plainHeaders,
  sendHtml,
} from "../../respond"

/** The page that takes the address for money to send back. It works without a script, and no site may frame it. */
export const GET = payoutRoute("page", (req, res, found) => answer(req, res, found))

export const POST = payoutRoute("quote", async (req, res, found) => {
  const entry = entryIn(req)
  if (!isOwnForm(req)) return answer(req, res, found, { entry, status: 403, wrong: "backNotStored" })
  if (entry.isChange) return answer(req, res, found, { entry })
  const entered = await enterAddress(contextOf(req.scope), req.params.token as string, found, entry)
  if (entered === "entered") return answerSelf(req, res)
  if (entered === "sure") return answer(req, res, found, { entry, step: "sure" })
  if (entered !== "taken") return answer(req, res, found, { entry, status: 400, wrong: WRONG[entered] ?? "backWrong" })
  const now = await addressRequest(contextOf(req.scope), req.params.token as string)
  // Still open while the money is being settled: the shopper is asked again, and need not type again.
  await answer(req, res, now, { entry, step: "sure", status: 409, wrong: "backNotStored" })
})

const WRONG: Partial<Record<Entered, PayoutPage["wrong"]>> = {
  address_own: "backNotYours",
  address_not_a_wallet: "backNotYours",
}

function entryIn(req: MedusaRequest): AddressEntry & { isChange: boolean } {
  const body = (req.body ?? {}) as Record<string, unknown>
  const read = (name: string) => (typeof body[name] === "string" ? body[name].replaceAll("\0", "").trim() : "")
  const sure = read("sure")
  return {
    chain: read("chain"),
    address: read("address").slice(0, 200),
    isSure: sure === "yes",
    isChange: sure === "no",
  }
}

type Answer = (req: MedusaRequest, res: MedusaResponse, found: AddressRequest) => Promise<void>

function payoutRoute(limit: "page" | "quote", work: Answer) {
  return async (req: MedusaRequest, res: MedusaResponse): Promise<void> => {
    const context = contextOf(req.scope)
    const token = req.params.token as string
    const address = addressIn(req.ip) ?? req.ip
    let found: AddressRequest | undefined
    try {
      const late = secondsToWait(limit, token, address, performance.now())
      if (late > 0) return await answerTooMany(req, res, late)
      found = await addressRequest(context, token)
      if (!found) return await answerEnded(req, res)
      const wait = takeRequest(limit, token, address, performance.now())
      if (wait > 0) return await answerTooMany(req, res, wait)
      await work(req, res, found)
    } catch (error) {
      if (res.headersSent) throw error
      context.log("pay_page_failed", { ...(found && ofPayment(found.payment)), error })
      answerUnavailable(req, res)
    }
  }
}

type Shown = Partial<Pick<PayoutPage, "step" | "entry" | "wrong">> & { status?: number }

async function answer(
  req: MedusaRequest,
  res: MedusaResponse,
  found: AddressRequest | undefined,
  { status = 200, step = "ask", entry, wrong }: Shown = {},
): Promise<void> {
  if (!found?.amount || found.state === "ended") return answerEnded(req, res)
  const { payment, state, amount, networks, entered } = found
  const connection = await contextOf(req.scope).store.connection(payment.connection_id)
  const { storefrontUrl, ...settings } = connection?.given ?? {}
  const branding = { shopName: await storeName(req.scope), storefrontUrl, ...brandOf(req, settings) }
  const language = languageFor(req, await orderLocale(req.scope, payment))
  const page: PayoutPage = {
    back: {
      amount: { currency: amount.currency, display: minorToMajor(amount) },
      crypto: cryptoToSendBack(payment, amount),
    },
    networks,
    testMode: payment.test_mode,
    wrong,
    step: state === "entered" ? "entered" : step,
    entry: (state !== "entered" && entry) || { chain: networks[0] ?? "", address: entered ?? "" },
  }
  sendHtml(res.status(status), { images: Boolean(branding.logoUrl) }, (nonce) =>
    renderPayoutPage(page, { ...branding, language, texts: textsOf(language), nonce }),
  )
}

/** Shows the same page by GET, so that nothing is sent again when it is reloaded. */
function answerSelf(req: MedusaRequest, res: MedusaResponse): void {
  const language = languageOf(req.query.lang)
  res.set(plainHeaders()).redirect(303, language ? `?lang=${language}` : "?")
}

/** The same answer for every link that never existed or no longer works. */
async function answerEnded(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { storefrontUrl, ...brand } = await onlyShop(req)
  const language = languageFor(req)
  const { backEnded: title, backEndedHint: text, backToShop: label, support } = textsOf(language)
  const shop = storefrontUrl !== undefined && { url: storefrontUrl, label }
  sendHtml(res.status(404), { images: Boolean(brand.logoUrl) }, (nonce) =>
    renderMessage({ language, nonce, title, text, shop, brand, support }),
  )
}
