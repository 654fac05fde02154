import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, OrderStatus } from "@medusajs/framework/utils"
import type { CryptoPaymentsService } from "../modules/crypto-payments/service"

/** Orders that were placed and that nothing was paid for, and when the oldest of them was placed. */
export type WaitingOrders = { count: number; oldest: Date | null }

type Order = {
  status: string
  is_draft_order: boolean
  canceled_at: unknown
  created_at: string | Date
  summary?: { pending_difference?: unknown; paid_total?: unknown } | null
}

/** Our rows name the orders to look at, and Medusa says what became of each, so that a canceled one is gone at once. */
export async function waitingOrders(container: MedusaContainer, module: CryptoPaymentsService): Promise<WaitingOrders> {
  const ids = await module.health.waitingOrders()
  if (ids.length === 0) return { count: 0, oldest: null }
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id", "status", "is_draft_order", "canceled_at", "created_at", "summary.*"],
    filters: { id: ids },
  })
  const placed = (data as unknown as Order[]).filter(isWaiting).map(({ created_at }) => new Date(created_at).getTime())
  return { count: placed.length, oldest: placed.length === 0 ? null : new Date(Math.min(...placed)) }
}

const isWaiting = ({ status, is_draft_order, canceled_at, summary }: Order): boolean =>
  status === OrderStatus.PENDING &&
  !is_draft_order &&
  !canceled_at &&
  Number(summary?.pending_difference) > 0 &&
  !(Number(summary?.paid_total) > 0)
