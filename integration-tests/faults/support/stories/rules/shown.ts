import type { PaymentRow } from "../../../../../src/modules/crypto-payments/stores/rows"
import { CRYPTO_PROVIDER } from "../../../../support/constants"
import { outstandingOf } from "../books"
import type { Facts } from "../facts"

/** Statuses of sessions in which Medusa still waits for money. */
const OPEN = ["pending", "requires_more", "pending_authorization"]

/** Why this payment must not be paid now; null if it is owed. */
export function notOwed({ order, story, orders }: Facts, row: PaymentRow): string | null {
  if (!story.connected) return "its connection is gone"
  if (row.test_mode && story.mode === "live" && story.placedIn !== "test") return "the store sells for real money"
  if (order?.canceled) return "the order is canceled"
  const owed = order && outstandingOf(order)
  if (owed !== null) return Number(row.amount_minor) > owed ? `the order owes ${owed}` : null
  return story.deletedCart && orders.length === 0 ? "there is neither a cart nor an order" : null
}

const complaint = (row: PaymentRow, where: string, why: string): string =>
  `${where} asks for ${row.amount_minor} to the address of ${row.external_id}, and ${why}`

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

/** The receipt, which may show the address because it asks for no payment. */
const RECEIPT = /<dl class="receipt">.*?<\/dl>/s

/**
 * The pay page and the store API over HTTP show no address that is not owed. One request each, because of the rate
 * limit.
 */
export async function pagesShowWhatIsOwed(facts: Facts): Promise<string[]> {
  const { shop, rows } = facts
  const problems: string[] = []
  for (const row of rows) {
    const why = notOwed(facts, row)
    if (!why) continue
    const page: string = await shop.store.get(`/crypto-payments/${row.token}`)
    if (page.replace(RECEIPT, "").includes(row.address)) problems.push(complaint(row, "the pay page", why))
    const { payment } = await shop.store.get(`/store/crypto-payments/${row.token}`)
    if (payment.address !== null) problems.push(complaint(row, "the store's API", why))
  }
  return problems
}
