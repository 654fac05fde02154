import { MedusaService } from "@medusajs/framework/utils"
import type { ConnectionSettings } from "../../core/connection-settings"
import { StoreApiClient } from "../../store-api/client"
import { configuredConnections } from "./configured-connections"
import { CryptoConnection } from "./models/connection"
import { CryptoPayment } from "./models/payment"
import { CryptoRefund } from "./models/refund"
import { CryptoWebhookEvent } from "./models/webhook-event"
import { SecretBox } from "./secret-box"
import { ConnectionStore } from "./stores/connections"
import { EventStore } from "./stores/events"
import { PaymentStore } from "./stores/payments"
import { RefundStore } from "./stores/refunds"
import type { Knex } from "./stores/rows"

export const CRYPTO_PAYMENTS_MODULE = "crypto_payments"

type Dependencies = { __pg_connection__: Knex; configModule: { modules?: Record<string, unknown> } }

export type CryptoPaymentsOptions = {
  /** 32 bytes in base64; several, comma-separated, while rotating: the first seals, the others still open. */
  encryptionKey?: string
}

/** The cap is per minute: a Retry-After of more than an hour is a mistake that must not close a shop for days. */
const MAX_THROTTLE_SECONDS = 3600

/** What must never be forgotten, in PostgreSQL, and the clients of the connections that medusa-config registers. */
export class CryptoPaymentsService extends MedusaService({
  CryptoConnection,
  CryptoPayment,
  CryptoRefund,
  CryptoWebhookEvent,
}) {
  readonly payments: PaymentStore
  readonly events: EventStore
  readonly connections: ConnectionStore
  readonly refunds: RefundStore
  readonly secretBox: SecretBox

  readonly #configModule: Dependencies["configModule"]
  readonly #clients = new Map<string, StoreApiClient>()
  #settings: Map<string, ConnectionSettings> | undefined

  constructor(dependencies: Dependencies, options: CryptoPaymentsOptions = {}) {
    super(dependencies, options)
    const knex = dependencies.__pg_connection__
    this.payments = new PaymentStore(knex)
    this.events = new EventStore(knex)
    this.connections = new ConnectionStore(knex)
    this.refunds = new RefundStore(knex)
    this.secretBox = new SecretBox((options.encryptionKey ?? "").split(",").filter((key) => key.trim() !== ""))
    this.#configModule = dependencies.configModule
  }

  /** The ids of the connections that medusa-config registers. */
  connectionIds(): string[] {
    return [...this.#allSettings().keys()]
  }

  /** @returns undefined for an id that medusa-config does not register */
  settingsOf(connectionId: string): ConnectionSettings | undefined {
    return this.#allSettings().get(connectionId)
  }

  /** The client of a connection, one pool for the life of the process. Throws for an unknown connection. */
  clientOf(connectionId: string): StoreApiClient {
    const known = this.#clients.get(connectionId)
    if (known) return known
    const settings = this.settingsOf(connectionId)
    if (!settings)
      throw new Error(`no payment provider "crypto" with the id "${connectionId}" is registered in medusa-config`)
    const client = new StoreApiClient({
      ...settings,
      onThrottled: (seconds) => this.#throttle(connectionId, seconds),
    })
    this.#clients.set(connectionId, client)
    return client
  }

  /** Secrets that must not appear in a log line or an answer. */
  secrets(): string[] {
    return [...this.#allSettings().values()].flatMap(({ apiKey, secretKey, endpointSecret }) => [
      apiKey,
      secretKey,
      ...endpointSecret,
    ])
  }

  readonly __hooks = {
    onApplicationShutdown: async (): Promise<void> => {
      await Promise.all([...this.#clients.values()].map((client) => client.close()))
      this.#clients.clear()
    },
  }

  #throttle(connectionId: string, seconds: number): Promise<void> {
    const now = new Date()
    const wait = Math.min(seconds, MAX_THROTTLE_SECONDS) * 1000
    return this.connections.throttle(connectionId, new Date(now.getTime() + wait), now)
  }

  #allSettings(): Map<string, ConnectionSettings> {
    this.#settings ??= new Map(configuredConnections(this.#configModule).map(({ id, settings }) => [id, settings]))
    return this.#settings
  }
}
