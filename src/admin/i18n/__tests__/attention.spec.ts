import { ATTENTION_WORDS } from "../../../core/payment/settlement"
import en from "../json/en.json"

it("says in English what the server says of each reason for attention", () => {
  const messages = Object.entries(en.attention.reasons).map(([reason, { message }]) => [reason, message])
  expect(Object.fromEntries(messages)).toEqual(ATTENTION_WORDS)
})
