import { HEALTH_WORDS } from "../../../core/connection/health"
import { health } from "../en/health"

it("says in English what the server says of each thing that is wrong", () => {
  const messages = Object.entries(health.reasons).map(([code, { message }]) => [code, message])
  expect(Object.fromEntries(messages)).toEqual(HEALTH_WORDS)
})
