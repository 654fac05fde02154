import type { ConnectionView, PaymentView } from "../../../api/admin/crypto-payments/contract"

type Asset = ConnectionView["known_assets"][number]

/** Records and no lists, so that the compiler names whatever is missing here. */
const statuses: Record<PaymentView["status"], true> = {
  awaiting_payment: true,
  expired: true,
  completed: true,
  attention: true,
  settled: true,
  closed: true,
}
const assets: Record<Asset, true> = { BTC: true, LTC: true, DOGE: true, DASH: true, USDC: true, USDT: true }

export const STATUSES = Object.keys(statuses) as PaymentView["status"][]
export const ASSETS = Object.keys(assets) as Asset[]
