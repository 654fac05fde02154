import type { MedusaRequest } from "@medusajs/framework/http"
import { ASSETS, type Asset, type EvmChain } from "../../../../core/assets/registry"
import { isTestMode } from "../../../../core/connection/combine-settings"
import { fieldOf } from "../../../../core/connection/setting-fields"
import type { SettingName } from "../../../../core/connection/settings"
import { CRYPTO_PAYMENTS_MODULE, type CryptoPaymentsService } from "../../../../modules/crypto-payments/service"
import type { ConnectionRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"
import { REFUSED_EVENT_SENTENCES } from "../../../../workflows/receive-event/receive-event"
import { actorsOf } from "../actors"
import type { ConnectionView, SettingField } from "../contract"
import { actionView } from "../views/action"
import { servicePaymentIds } from "../views/event"
import { secretViews, settingViews } from "./setting-views"
import { webhookUrl } from "./webhook-url"

const ACTIONS_SHOWN = 20

/**
 * All that leaves the server of a connection, as the database has it now.
 * @returns undefined for an id that medusa-config does not register
 */
export async function connectionView(req: MedusaRequest, id: string, now: Date): Promise<ConnectionView | undefined> {
  const module: CryptoPaymentsService = req.scope.resolve(CRYPTO_PAYMENTS_MODULE)
  const connection = await module.connection(id, 0)
  if (!connection) return undefined
  const { row, given, missing, problems, settings, config } = connection
  const [event, actions] = await Promise.all([
    module.connections.lastEvent(id),
    module.actions.ofConnection(id, ACTIONS_SHOWN),
  ])
  const idsOf = await servicePaymentIds(module, event ? [event] : [])
  const actorOf = await actorsOf(req.scope, [
    row?.secret_key_set_by ?? null,
    row?.endpoint_secret_set_by ?? null,
    ...actions.map(({ actor_id }) => actor_id),
  ])
  return {
    id,
    provider_id: `pp_crypto_${id}`,
    test_mode: given.apiKey === undefined ? null : isTestMode({ apiKey: given.apiKey }),
    ready: settings !== undefined,
    missing: missing.map(fieldNamed),
    problems: problems.map(({ field, code, message }) => ({ field: fieldNamed(field), code, message })),
    ...settingViews(connection),
    ...secretViews(connection, actorOf, now),
    encryption_ready: module.secretBox.ready,
    webhook: { url: webhookUrl(req, id, config), last_event: lastEvent(event, idsOf), last_refused: lastRefused(row) },
    health: healthOf(row, now),
    known_assets: [...ASSETS],
    actions: actions.map((action) => actionView(action, actorOf)),
  }
}

/** Only what an admin can enter is ever missing or wrong together. */
const fieldNamed = (name: SettingName): SettingField => fieldOf(name) as SettingField

const lastEvent = (
  event: WebhookEventRow | undefined,
  idsOf: (event: WebhookEventRow) => string[],
): ConnectionView["webhook"]["last_event"] =>
  event
    ? {
        id: event.id,
        received_at: event.created_at.toISOString(),
        kind: event.kind,
        state: event.state,
        error: event.last_error,
        service_payment_ids: idsOf(event),
      }
    : null

function lastRefused(row: ConnectionRow | undefined): ConnectionView["webhook"]["last_refused"] {
  if (!row?.last_refused_at || !row.last_refused_code) return null
  const code = row.last_refused_code
  const sentences: Record<string, string> = REFUSED_EVENT_SENTENCES
  return { at: row.last_refused_at.toISOString(), code, message: sentences[code] ?? code }
}

function healthOf(row: ConnectionRow | undefined, now: Date): ConnectionView["health"] {
  const throttled = row?.throttled_until
  const unavailable = Object.entries((row?.unavailable_until ?? {}) as Record<string, string>)
  return {
    status: row?.health ?? "unknown",
    last_check_at: row?.last_check_at?.toISOString() ?? null,
    last_error_code: row?.last_error_code ?? null,
    throttled_until: throttled && throttled > now ? throttled.toISOString() : null,
    unavailable: unavailable
      .filter(([, until]) => new Date(until) > now)
      .map(([key, until]) => {
        const [asset, chain] = key.split(":")
        return { asset: asset as Asset, chain: (chain ?? null) as EvmChain | null, until }
      }),
    screened_count: row?.screened_count ?? 0,
  }
}
