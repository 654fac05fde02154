import { networksBack, payoutRequestState } from "../payout"

const NOW = new Date("2026-03-01T12:00:00Z")
const at = (ms: number) => new Date(NOW.getTime() + ms)

it.each([
  ["open", { link_ends_at: at(1), address: null }, true],
  ["ended", { link_ends_at: at(0), address: null }, true],
  ["entered", { link_ends_at: at(0), address: "tb1q" }, true],
  ["ended", { link_ends_at: at(1), address: null }, false],
  ["ended", { link_ends_at: at(1), address: "tb1q" }, false],
] as const)("a link is %s with %j, if money goes back: %s", (state, request, isDue) => {
  expect(payoutRequestState(request, isDue, NOW)).toBe(state)
})

it.each([
  ["BTC", "bitcoin", false, ["bitcoin"]],
  ["USDC", "Polygon", false, ["polygon", "base"]],
  ["USDT", "base-sepolia", true, ["base", "polygon"]],
  ["USDC", "solana", false, ["base", "polygon"]],
  ["XMR", "monero", false, ["monero"]],
])("%s that was paid on %s (test: %s) can go back on %j", (asset, chain, testMode, networks) => {
  expect(networksBack({ asset, chain, testMode })).toEqual(networks)
})
