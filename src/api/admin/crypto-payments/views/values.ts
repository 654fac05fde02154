import { type cryptoAmount, currencyExponent, toDecimal } from "../../../../core/money/units"
import type { Actor } from "../../../../medusa/admins"
import { changesIn } from "../../../../modules/crypto-payments/stores/actions"
import type { ActionRow, WebhookEventRow } from "../../../../modules/crypto-payments/stores/rows"

/** A view: every field of the answer, with the function that reads it. */
export type Fields<Source> = Record<string, (source: Source) => unknown>

/** The type of a view's answer. */
export type ViewOf<View extends Fields<never>> = { [Name in keyof View]: ReturnType<View[Name]> }

export const serialize = <Source, View extends Fields<Source>>(view: View, source: Source): ViewOf<View> =>
  Object.fromEntries(Object.entries(view).map(([name, read]) => [name, read(source)])) as ViewOf<View>

export type FiatView = ReturnType<typeof fiatView>
export const fiatView = (minor: string | number, currency: string) => ({
  minor: String(minor),
  currency,
  display: toDecimal(minor, currencyExponent(currency) ?? 0),
})

export type CryptoView = ReturnType<typeof cryptoAmount>

export const iso = (moment: Date | string): string => new Date(moment).toISOString()
export const isoOrNull = (moment: Date | string | null): string | null => (moment === null ? null : iso(moment))

export type EventState = WebhookEventRow["state"]

/** An action of an admin. */
export type ActionView = ReturnType<typeof actionView>

export const actionView = (row: ActionRow, actorOf: (id: string) => Actor) => ({
  id: row.id,
  kind: row.kind,
  at: iso(row.created_at),
  by: actorOf(row.actor_id),
  note: row.note,
  outcome: row.outcome,
  /** The former and new values of changed settings; null for other actions and older entries. */
  changes: changesIn(row),
})
