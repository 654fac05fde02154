import { accountIn, isOfAnother } from "../../../../core/connection/account"
import type { StatusWordFacts } from "../../../../core/connection/health"
import { type ReadyItem, readyChecklist } from "../../../../core/connection/ready-checklist"
import { DEFAULT_SETTINGS } from "../../../../core/connection/settings"
import type { UnverifiedCode } from "../../../../core/text/webhook-answers"
import { type Connection, isSecretProven } from "../../../../modules/crypto-payments/connections/resolve"
import type { ConnectionRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"

type Source = {
  connection: Connection
  /** The newest stored event. */
  event: WebhookEventRow | undefined
  /** The account that asked for the event's payment; null if it is not known. */
  eventAccount: string | null
  regions: number
  words: StatusWordFacts
}

/** The steps before a store sells with a connection, and which of them are done. */
export function checklistView({ connection, event, eventAccount, regions, words }: Source): ReadyItem[] {
  const { given, missing, problems, config, row } = connection
  const { orderPlacement, unpaidOrderMinutes, storefrontUrl, supportLink } = { ...DEFAULT_SETTINGS, ...given }
  const isEntered = config.endpointSecret === undefined
  return readyChecklist({
    // The service is asked without the endpoint secret.
    hasKeys: problems.length === 0 && missing.every((name) => name === "endpointSecret"),
    ...{ service: row?.health ?? "unknown", regions, hasSecret: given.endpointSecret !== undefined },
    endpointSecretSetAt: isEntered ? (row?.endpoint_secret_set_at ?? null) : null,
    ...{ isRotated: connection.endpointSecrets.length > 1, secretProven: isSecretProven(connection) },
    // An event of the account before shows nothing about the endpoint of this one.
    lastEventAt: isOfAnother(eventAccount, accountIn(given)?.fingerprint) ? null : (event?.created_at ?? null),
    lastRefused: lastRefused(row),
    ...{ words, orderPlacement, unpaidOrderMinutes, hasContact: (storefrontUrl ?? supportLink) !== undefined },
  })
}

/** The last delivery that could not be verified, recorded at most once a minute. No other code is stored. */
export function lastRefused(row: ConnectionRow | undefined): { at: Date; code: UnverifiedCode } | null {
  const { last_refused_at: at, last_refused_code: code } = row ?? {}
  return at && code ? { at, code: code as UnverifiedCode } : null
}
