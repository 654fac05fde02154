import { HEALTH_WORDS } from "../../../core/connection/health"
import en from "../json/en.json"

it("says in English what the server says of each thing that is wrong", () => {
  const messages = Object.entries(en.health.reasons).map(([code, { message }]) => [code, message])
  expect(Object.fromEntries(messages)).toEqual(HEALTH_WORDS)
})
