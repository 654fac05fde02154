import { CRYPTO_PROVIDER } from "../../../../support/constants"
import { complaint, type Facts, notOwed } from "../facts"

/** Statuses of sessions in which Medusa still waits for money. */
const OPEN = ["pending", "requires_more", "pending_authorization"]

/** The store API shows no address that is not owed. */
export const tokensShowWhatIsOwed = (facts: Facts): string[] =>
  facts.rows.flatMap((row) => {
    const why = notOwed(facts, row)
    const shown = facts.views.get(row.id)?.address
    return shown && why ? [complaint(row, "the page", why)] : []
  })

/** The address of an open cart's payment is shown only for what the cart costs now. */
export const cartsShowTheirPrice = ({ rows, views, cartCosts }: Facts): string[] =>
  rows.flatMap((row) =>
    cartCosts !== null && views.get(row.id)?.address && Number(row.amount_minor) !== cartCosts
      ? [complaint(row, "the page", `the cart costs ${cartCosts}`)]
      : [],
  )

/**
 * Medusa's sessions show no address that is not owed. Excepted are changes without an event, which the next sweep
 * finds, and sessions of a connection that is gone, which Medusa cannot change without the provider.
 */
export const sessionsShowWhatIsOwed = (facts: Facts): string[] =>
  (facts.story.unannounced || !facts.story.connected ? [] : facts.rows).flatMap((row) => {
    const why = notOwed(facts, row)
    if (!why || facts.order?.canceled || row.status !== "awaiting_payment" || row.quote_expires_at < new Date())
      return []
    const session = facts.sessions.find(
      ({ provider, status, data }) =>
        provider === CRYPTO_PROVIDER && OPEN.includes(status) && data.payment_id === row.external_id && data.address,
    )
    return session ? [complaint(row, "the session", why)] : []
  })

/** An amount that this step asks for was owed before the step. A new price asks for all that is owed. */
export function answersAskForWhatIsOwed(facts: Facts): string[] {
  const { story, step, rows } = facts
  const { owed, reached } = story.before
  if (owed === null || step.length > 1) return []
  const isRenewal = step.some(({ do: name }) => name === "renew")
  return rows
    .filter(({ token, status }) => story.given.includes(token) && status === "awaiting_payment")
    .filter(({ amount_minor, external_id }) => {
      const asked = Number(amount_minor)
      return asked > owed || (isRenewal && !reached.has(external_id) && asked !== owed)
    })
    .map((row) => complaint(row, "an answer", `the order owed ${owed}`))
}
