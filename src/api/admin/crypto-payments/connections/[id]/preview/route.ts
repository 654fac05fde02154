import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { logoFile } from "../../../../../../core/connection/branding"
import { asGiven, combineSettings, parseChanges } from "../../../../../../core/connection/settings"
import { adminError, settingsInvalid } from "../../../../../../core/text/admin-errors"
import { textsOf } from "../../../../../../core/text/pay-page-texts"
import { storeName } from "../../../../../../medusa/shop"
import { asWithScripts, exampleView } from "../../../../../../pay-page/example"
import { renderPayPage } from "../../../../../../pay-page/page"
import { contextOf } from "../../../../../../workflows/context"
import { offeredAssets } from "../../../../../../workflows/view-payment/view-payment"
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
