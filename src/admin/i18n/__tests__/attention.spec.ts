import { ATTENTION_WORDS } from "../../../core/payment/attention-reasons"
import { attention } from "../en/attention"

it("says in English what the server says of each reason for attention", () => {
  const messages = Object.entries(attention.reasons).map(([reason, { message }]) => [reason, message])
  expect(Object.fromEntries(messages)).toEqual(ATTENTION_WORDS)
})
