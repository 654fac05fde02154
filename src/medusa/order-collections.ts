import type { IPaymentModuleService, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules, PaymentSessionStatus } from "@medusajs/framework/utils"
import { ASSET_FACTS } from "../core/assets/registry"
import type { ConnectionSettings } from "../core/connection/settings"
import { minorToMajor } from "../core/money/units"
import type { PaymentRow } from "../modules/crypto-payments/stores/rows"

/** Where a collection names, in its metadata, the payment that it was made for: a crash's leftover is used again. */
export const MADE_FOR = "crypto_payment_id"

type Collection = {
  id: string
  status: string
  metadata?: Record<string, unknown> | null
  payments?: { id: string; canceled_at: unknown }[]
}

export type CollectionForOrder = { id: string; made: boolean }

const providerOf = (payment: PaymentRow): string => `pp_crypto_${payment.connection_id}`
const priceOf = (payment: PaymentRow) => ({
  amount: minorToMajor({ minor: Number(payment.amount_minor), currency: payment.currency }) as unknown as number,
  currency_code: payment.currency.toLowerCase(),
})

/**
 * The payment collection of an order that takes a payment: the one it was asked on, where that is the order's and
 * nothing was paid on it, so that what is paid on it later counts as money that came twice; else one of its own.
 */
export async function collectionFor(
  container: MedusaContainer,
  payment: PaymentRow,
  orderId: string,
): Promise<CollectionForOrder> {
  const collections = await collectionsOf(container, orderId)
  const own = collections.find(({ id }) => id === payment.payment_collection_id)
  if (own && own.status !== "canceled" && !isPaidOn(own)) return { id: own.id, made: false }
  const left = collections.find((one) => one.metadata?.[MADE_FOR] === payment.id && !isPaidOn(one))
  if (left) return { id: left.id, made: true }

  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const made = await payments.createPaymentCollections({ ...priceOf(payment), metadata: { [MADE_FOR]: payment.id } })
  await container.resolve(ContainerRegistrationKeys.LINK).create(linkOf(orderId, made.id))
  return { id: made.id, made: true }
}

const isPaidOn = ({ payments = [] }: Collection): boolean => payments.some(({ canceled_at }) => !canceled_at)

/** The link by which an order's ledger follows the captures on a payment collection. */
export const linkOf = (orderId: string, collectionId: string) => ({
  [Modules.ORDER]: { order_id: orderId },
  [Modules.PAYMENT]: { payment_collection_id: collectionId },
})

async function collectionsOf(container: MedusaContainer, orderId: string): Promise<Collection[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: [
      "id",
      ...["id", "status", "metadata", "payments.id", "payments.canceled_at"].map((one) => `payment_collections.${one}`),
    ],
    filters: { id: orderId },
  })
  return (data[0] as { payment_collections?: Collection[] } | undefined)?.payment_collections ?? []
}

/**
 * Opens a session for money that is there already: the provider finds the paid row by its collection and amount.
 * @param choice an asset that the connection offers; where money is there already, its own does not matter
 */
export async function openSessionFor(
  container: MedusaContainer,
  payment: PaymentRow,
  collectionId: string,
  choice: { asset: string; chain: string | null },
): Promise<string> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  const data = { asset: choice.asset, ...(choice.chain ? { chain: choice.chain } : {}) }
  const wish = { provider_id: providerOf(payment), ...priceOf(payment), data }
  return (await payments.createPaymentSession(collectionId, wish as never)).id
}

/** The payment's own asset where it is still offered, else any other: the provider must be asked for one. */
export function choiceFor(
  payment: PaymentRow,
  settings: ConnectionSettings | undefined,
): { asset: string; chain: string | null } {
  const own = { asset: payment.asset, chain: payment.asked_chain }
  if (!settings || settings.assets.some((asset) => asset === payment.asset)) return own
  const [asset] = settings.assets
  return asset ? { asset, chain: ASSET_FACTS[asset].chains[0] ?? null } : own
}

/** Takes away what an act that failed has made. */
export async function undo(
  container: MedusaContainer,
  orderId: string,
  collection: CollectionForOrder,
  sessionId: string | null,
): Promise<void> {
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  if (sessionId) await payments.deletePaymentSession(sessionId).catch(() => undefined)
  if (!collection.made) return
  await container.resolve(ContainerRegistrationKeys.LINK).dismiss(linkOf(orderId, collection.id))
  await payments.deletePaymentCollections(collection.id)
}

/**
 * Takes the sessions away that still wait for money on a collection that was paid otherwise, as Medusa's admin would
 * show them as awaited. Their addresses are watched all the same.
 */
export async function dropWaitingSessions(
  container: MedusaContainer,
  payment: PaymentRow,
  collectionId: string,
): Promise<void> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "payment_session",
    fields: ["id"],
    filters: {
      payment_collection_id: collectionId,
      provider_id: providerOf(payment),
      status: [PaymentSessionStatus.PENDING_AUTHORIZATION, PaymentSessionStatus.PENDING],
    },
  })
  const payments: IPaymentModuleService = container.resolve(Modules.PAYMENT)
  await Promise.allSettled(data.map(({ id }) => payments.deletePaymentSession(id)))
}
