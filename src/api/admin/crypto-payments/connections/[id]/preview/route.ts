import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { logoFile } from "../../../../../../core/connection/branding"
import { asGiven, combineSettings, parseChanges } from "../../../../../../core/connection/combine-settings"
import type { ShopperView } from "../../../../../../core/payment/shopper-view"
import { adminError, settingsInvalid } from "../../../../../../core/text/admin-errors"
import { textsOf } from "../../../../../../core/text/pay-page-texts"
import { storeName } from "../../../../../../medusa/store"
import { renderPayPage } from "../../../../../../pay-page/page"
import { contextOf } from "../../../../../../workflows/context"
import { offeredAssets } from "../../../../../../workflows/view-payment/offered-assets"
import { languageFor } from "../../../../../crypto-payments/respond"
import type { PayPagePreview } from "../../../contract"
import { refuse } from "../../../respond"

/** The pay page of an example payment with these settings, which are not saved. */
export async function POST(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  const ctx = contextOf(req.scope)
  const connection = await ctx.store.connection(req.params.id as string)
  if (!connection) return refuse(res, adminError("unknown_connection"))
  const parsed = parseChanges(req.validatedBody as Record<string, unknown>)
  if (!parsed.ok) return refuse(res, settingsInvalid(parsed.problems))
  const { given } = combineSettings(connection.config, { ...connection.admin, ...asGiven(parsed.changes) })
  const language = languageFor(req)
  const page = renderPayPage({
    view: exampleView(ctx.clock()),
    offered: await offeredAssets(ctx, { connection_id: connection.id }),
    language,
    texts: textsOf(language),
    nonce: "preview",
    storefrontUrl: given.storefrontUrl,
    shopName: await storeName(req.scope),
    logoUrl: given.logo,
    logoSize: given.logo === undefined ? null : logoFile(given.logo).size,
    accentColor: given.accentColor,
    supportLink: given.supportLink,
  })
  res.json({ page: asWithScripts(page) } satisfies PayPagePreview)
}

const QUOTE_MS = 15 * 60_000

/** Not a valid address, so nobody can pay to it. */
const ADDRESS = "bc1qexampleexampleexampleexampleexample"

/** Shows the page as a browser with scripts would, for the admin's preview, where no script runs. */
const asWithScripts = (page: string): string =>
  page.replace(/<noscript>.*?<\/noscript>/gs, "").replace("<html ", '<html class="js" ')

/** An example of a waiting payment, for the preview of a store's pay page. */
const exampleView = (now: Date): ShopperView => ({
  provider_id: "pp_crypto_example",
  status: "waiting",
  state: "waiting",
  confirmations: 0,
  asset: "BTC",
  chain: "bitcoin",
  address: ADDRESS,
  uri: `bitcoin:${ADDRESS}?amount=0.00042`,
  wallet: null,
  pay_amount: { base: "42000", asset: "BTC", decimals: 8, display: "0.00042" },
  amount: { minor: 4_200, currency: "USD", display: "42.00" },
  rate: "100000",
  quote_expires_at: new Date(now.getTime() + QUOTE_MS).toISOString(),
  server_time: now.toISOString(),
  next_poll_seconds: null,
  order: { display_id: 1042 },
  receipt: null,
  paid_out_at: null,
  payouts: [],
  outstanding: null,
  test_mode: false,
})
