import { type ReadyItem, readyChecklist } from "../../../../core/connection/ready-checklist"
import { DEFAULT_SETTINGS } from "../../../../core/connection/settings"
import type { Connection } from "../../../../modules/crypto-payments/connections/resolve"
import type { WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"

type Source = {
  connection: Connection
  /** The newest stored event. */
  event: WebhookEventRow | undefined
  regions: number
}

/** The steps before shoppers can pay with a connection, and which of them are done. */
export function checklistView({ connection, event, regions }: Source): ReadyItem[] {
  const { settings, given, config, row } = connection
  const { orderPlacement, unpaidOrderMinutes } = { ...DEFAULT_SETTINGS, ...given }
  const { last_refused_at: at, last_refused_code: code } = row ?? {}
  return readyChecklist({
    ...{ ready: settings !== undefined, service: row?.health ?? "unknown", regions },
    endpointSecretSetAt: config.endpointSecret === undefined ? (row?.endpoint_secret_set_at ?? null) : null,
    lastEventAt: event?.created_at ?? null,
    lastRefused: at && code ? { at, code } : null,
    ...{ orderPlacement, unpaidOrderMinutes },
  })
}
