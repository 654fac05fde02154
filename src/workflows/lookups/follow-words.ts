import { accountOf } from "../../core/connection/account"
import type { ConnectionSettings } from "../../core/connection/settings"
import { classifyWord } from "../../core/payment/status-word"
import { ofPayment } from "../../core/text/log-lines"
import type { Connection } from "../../modules/crypto-payments/connections/resolve"
import type { Context } from "../context"
import { askWithinAllowance } from "./look-up-payment"

/** How often a process follows up on status words, and how old a completion must be, in milliseconds. */
const EVERY_MS = 60_000

/** As in the lookups that are due, a service that hangs must not delay the rest of the sweep. */
const PROVING_MS = 4000

/** Payments that were completed earlier may be forgotten by the service. */
const REMEMBERED_MS = 14 * 86_400_000

/**
 * Follows up on the service's status words, once a minute: looks up again what a changed setting makes known, and proves
 * that the word of a payment that an event completed is among the cleared ones.
 */
export async function followWords(context: Context): Promise<void> {
  const { store, clock } = context
  if (!store.isTimeFor("status words", EVERY_MS, clock())) return
  for (const id of store.connectionIds()) {
    const connection = await store.connection(id)
    if (!connection?.settings) continue
    await makeDueAgain(context, id, connection.settings)
    await proveWord(context, connection, connection.settings)
  }
}

/** Makes payments due whose word was unknown and is now in a list, even if their watch has ended. */
async function makeDueAgain({ store, clock }: Context, id: string, settings: ConnectionSettings): Promise<void> {
  const words = (await store.health.unknownWords(id)).map(({ word }) => word)
  const known = words.filter((word) => classifyWord(word, settings) !== "unknown")
  if (known.length > 0) await store.paymentLeases.makeDueAgain(id, known, clock())
}

/**
 * Looks up the newest payment that an event completed, each once, until its word is a cleared one. Then the account's
 * lookups can be trusted to find a payment whose event is lost.
 */
async function proveWord(context: Context, { id, row }: Connection, settings: ConnectionSettings): Promise<void> {
  const { store, clock, log } = context
  const now = clock()
  const { fingerprint: account } = accountOf(settings)
  const known = row?.proven_status_account === account ? row : undefined
  if (known?.proven_status && classifyWord(known.proven_status, settings) === "cleared") return
  const before = new Date(now.getTime() - EVERY_MS)
  const after = known?.proven_status_at ?? new Date(now.getTime() - REMEMBERED_MS)
  const payment = await store.payments.completedByEvent(id, account, { after, before })
  if (!payment) return
  const lookup = await askWithinAllowance(context, payment, PROVING_MS)
  if (!lookup?.ok) return
  const patch = { proven_status: lookup.word, proven_status_at: payment.completed_at, proven_status_account: account }
  await store.connections.patch(id, patch, now)
  store.forget(id)
  if (lookup.word !== null && classifyWord(lookup.word, settings) !== "cleared") {
    log("status_not_cleared", { ...ofPayment(payment), reason: lookup.word.slice(0, 64) })
  }
}
