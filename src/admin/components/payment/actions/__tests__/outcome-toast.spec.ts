// biome-ignore lint/correctness/noUndeclaredDependencies: the test must use the copy of Medusa's dashboard
import i18next from "i18next"
import type { CheckAnswer, SettleAnswer } from "../../../../../api/admin/crypto-payments/contract"
import resources from "../../../../i18n"
import { outcomeToast } from "../payment-actions"

type Answer = CheckAnswer | SettleAnswer

const i18n = i18next.createInstance({ lng: "en", resources })
beforeAll(() => i18n.init())

const toast = (code: Answer["outcome"]["code"], reason: string | null) => {
  const attention = reason && { reason, message: "What happened.", detail: null, since: "2026-03-01T12:00:00Z" }
  const answer = { payment: { attention }, outcome: { code, message: "The server says so." } }
  return outcomeToast(i18n.getFixedT("en", "cryptoPayments"), answer as unknown as Answer)
}

const HELD = "Paid, but the order no longer waits for it"

it("says in the reader's language why a check failed, and what to do", async () => {
  const german = i18next.createInstance({ lng: "de", resources })
  await german.init()
  const outcome = { code: "failed", failure: "timeout", message: "The service did not answer in time. Try again." }
  const answer = { payment: { attention: null }, outcome } as unknown as Answer
  expect(outcomeToast(german.getFixedT("de", "cryptoPayments"), answer)).toEqual({
    tone: "error",
    message: "Der Dienst hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.",
  })
})

const FORGOTTEN = "The service no longer knows this payment, so it was not paid."
const OTHERWISE = "order_paid_otherwise"
it.each<[string, Answer["outcome"]["code"], string | null, string, string]>([
  ["is green if the payment is paid", "paid", null, "success", "The service says it is paid."],
  ["warns with the reason if it is paid but needs attention", "paid", OTHERWISE, "warning", HELD],
  ["is green once the money is on its order", "settled", null, "success", "The money is on its order."],
  ["warns with the reason if it still needs attention", "attention", OTHERWISE, "warning", HELD],
  ["warns with the server's message if the reason is unknown", "paid", "news", "warning", "The server says so."],
  ["says that it is not paid", "not_paid", null, "info", "The service says it is not paid."],
  ["says that the service forgot it", "forgotten", null, "info", FORGOTTEN],
  ["shows the server's message of a failure", "failed", null, "error", "The server says so."],
])("the toast after a check or a retry of a payment %s", (_, code, reason, tone, message) => {
  expect(toast(code, reason)).toEqual({ tone, message })
})
