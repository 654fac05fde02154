import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { isLogoName, type LogoFile } from "../../../../core/connection/branding"
import { contextOf } from "../../../../workflows/context"
import { logoHeaders, logoOf, plainHeaders } from "../../respond"

/** In milliseconds. Anybody can request any name, so the connections are read again at most this often. */
const REREAD_MS = 1_000

export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  // Another server may have saved the logo a moment ago, so the settings are read again before the answer is 404.
  const file = isLogoName(req.params.name) ? ((await fileNamed(req)) ?? (await fileNamed(req, REREAD_MS))) : undefined
  if (file) res.set(logoHeaders(file.type)).send(file.bytes)
  else res.status(404).set(plainHeaders()).end()
}

async function fileNamed(req: MedusaRequest, atMostMs?: number): Promise<LogoFile | undefined> {
  const { store } = contextOf(req.scope)
  const connections = await Promise.all(store.connectionIds().map((id) => store.connection(id, atMostMs)))
  return connections.map((one) => logoOf(one?.given ?? {})).find((file) => file?.name === req.params.name)
}
