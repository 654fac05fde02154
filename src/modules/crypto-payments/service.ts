import type { Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import { mayReachPrivate } from "../../core/connection/base-url"
import {
  type ConnectionSettings,
  type GivenSettings,
  missingSentence,
  type SettingProblem,
} from "../../core/connection/settings"
import type { LogCode, LogFacts } from "../../core/text/log-lines"
import { StoreApiClient } from "../../store-api/client"
import { configuredConnections } from "./connections/configured"
import { type Connection, resolveConnection } from "./connections/resolve"
import { UnderWay } from "./drain"
import { writeLine } from "./log"
import { CryptoAction } from "./models/action"
import { CryptoConnection } from "./models/connection"
import { CryptoPayment } from "./models/payment"
import { CryptoRefund } from "./models/refund"
import { CryptoWebhookEvent } from "./models/webhook-event"
import { SecretBox } from "./secrets/secret-box"
import { ActionStore } from "./stores/actions"
import { ConnectionStore } from "./stores/connections"
import { EventStore } from "./stores/events"
import { HealthStore } from "./stores/health"
import { Lists } from "./stores/lists"
import { NoteStore } from "./stores/notes"
import { OrderLeases } from "./stores/order-leases"
import { PaymentLeases } from "./stores/payment-leases"
import { PaymentStore } from "./stores/payments"
import { PayoutStore } from "./stores/payouts"
import { RenewalLeases } from "./stores/renewal-leases"
import type { Knex } from "./stores/rows"
import { UnpaidOrderStore } from "./stores/unpaid-orders"
import { traceRequest } from "./tracing"

export const CRYPTO_PAYMENTS_MODULE = "crypto_payments"

type Dependencies = {
  __pg_connection__: Knex
  configModule: { modules?: Record<string, unknown> }
  logger?: Logger
}

export type CryptoPaymentsOptions = {
  /** 32 bytes in base64; several, comma-separated, while rotating: the first seals, the others still open. */
  encryptionKey?: string
}

/** The cap is per minute: a Retry-After of more than an hour is a mistake that must not close a shop for days. */
const MAX_THROTTLE_SECONDS = 3600

/** How long a process works with a connection as it read it: what an admin saves reaches every instance by then. */
const CONNECTION_FRESH_MS = 5_000

const REFUSAL_NOTED_EVERY_MS = 60_000

type TransactionStores = Pick<CryptoPaymentsService, "actions" | "payments" | "events" | "payouts">
type Cached = { connection: Connection; readAt: number }
type Client = { client: StoreApiClient; credentials: string }

/** What must never be forgotten, in PostgreSQL, and the clients of the connections that medusa-config registers. */
export class CryptoPaymentsService extends MedusaService({
  CryptoAction,
  CryptoConnection,
  CryptoPayment,
  CryptoRefund,
  CryptoWebhookEvent,
}) {
  readonly actions: ActionStore
  readonly underWay = new UnderWay()
  readonly payments: PaymentStore
  readonly paymentLeases: PaymentLeases
  readonly events: EventStore
  readonly connections: ConnectionStore
  readonly payouts: PayoutStore
  readonly orderLeases: OrderLeases
  readonly renewalLeases: RenewalLeases
  readonly notes: NoteStore
  readonly lists: Lists
  readonly health: HealthStore
  readonly unpaidOrders: UnpaidOrderStore
  readonly secretBox: SecretBox

  readonly #dependencies: Dependencies
  readonly #clients = new Map<string, Client>()
  readonly #cache = new Map<string, Cached>()
  /** How often a connection was forgotten: what was read before is not kept after. */
  readonly #forgotten = new Map<string, number>()
  /** When something was last told or noted, by its name: unix milliseconds. */
  readonly #lastTimes = new Map<string, number>()
  /** Every secret this process has held, so that none of them gets into a line that people read. */
  readonly #known = new Set<string>()
  #configured: Map<string, GivenSettings> | undefined

  constructor(dependencies: Dependencies, options: CryptoPaymentsOptions = {}) {
    super(dependencies, options)
    const knex = dependencies.__pg_connection__
    this.actions = new ActionStore(knex)
    this.payments = new PaymentStore(knex)
    this.paymentLeases = new PaymentLeases(knex)
    this.events = new EventStore(knex)
    this.connections = new ConnectionStore(knex)
    this.payouts = new PayoutStore(knex)
    this.orderLeases = new OrderLeases(knex)
    this.renewalLeases = new RenewalLeases(knex)
    this.notes = new NoteStore(knex)
    this.lists = new Lists(knex)
    this.health = new HealthStore(knex)
    this.unpaidOrders = new UnpaidOrderStore(knex)
    this.secretBox = new SecretBox((options.encryptionKey ?? "").split(",").filter((key) => key.trim() !== ""))
    this.#dependencies = dependencies
  }

  /** Several writes, or none of them. */
  inOneTransaction<T>(work: (stores: TransactionStores) => Promise<T>): Promise<T> {
    return this.#dependencies.__pg_connection__.transaction((trx) =>
      work({
        actions: new ActionStore(trx),
        payments: new PaymentStore(trx),
        events: new EventStore(trx),
        payouts: new PayoutStore(trx),
      }),
    )
  }

  /** The ids of the connections that medusa-config registers. */
  connectionIds(): string[] {
    return [...this.#allConfigured().keys()]
  }

  /**
   * A connection as it stands, read from the database where this process's copy is too old.
   * @param atMostMs age of a copy that still serves, in milliseconds
   * @returns undefined for an id that medusa-config does not register
   */
  async connection(id: string, atMostMs = CONNECTION_FRESH_MS): Promise<Connection | undefined> {
    const config = this.#allConfigured().get(id)
    if (!config) return undefined
    const cached = this.#cache.get(id)
    if (cached && Date.now() - cached.readAt < atMostMs) return cached.connection
    const readAt = Date.now()
    const forgotten = this.#forgotten.get(id)
    const connection = resolveConnection(id, config, await this.connections.get(id), this.secretBox)
    const { apiKey, secretKey } = connection.admin
    for (const secret of [apiKey, secretKey, ...connection.endpointSecrets.map((one) => one.secret)]) {
      if (secret) this.#known.add(secret)
    }
    if (this.#forgotten.get(id) === forgotten) this.#cache.set(id, { connection, readAt })
    return connection
  }

  /** What a connection works with; undefined for one that is not registered or not complete yet. */
  async settingsOf(connectionId: string): Promise<ConnectionSettings | undefined> {
    return (await this.connection(connectionId))?.settings
  }

  /**
   * The client of a connection: one pool for as long as its credentials stay the same.
   * @param given settings to work by; the present ones where none are given
   * @throws Error for a connection that is not registered, or not complete yet
   */
  async clientOf(connectionId: string, given?: ConnectionSettings): Promise<StoreApiClient> {
    const settings = given ?? (await this.settingsOf(connectionId))
    if (!settings) throw new Error(`the connection "${connectionId}" is not set up`)
    const { baseUrl, apiKey, secretKey, allowPrivateAddress } = settings
    const credentials = JSON.stringify([baseUrl, apiKey, secretKey, allowPrivateAddress])
    const known = this.#clients.get(connectionId)
    if (known?.credentials === credentials) return known.client
    const client = new StoreApiClient({
      baseUrl,
      apiKey,
      secretKey,
      allowPrivate: mayReachPrivate(baseUrl, allowPrivateAddress),
      onThrottled: (seconds) => this.throttle(connectionId, seconds),
      throttledFor: () => this.connections.throttledFor(connectionId, new Date()),
      onRequest: traceRequest,
    })
    this.#clients.set(connectionId, { client, credentials })
    // Calls under way with the former keys are let through; their answers still matter.
    known?.client.retire().catch(() => undefined)
    return client
  }

  /** Lets nobody send the service anything for the seconds that it asked for, or an hour where it asked for more. */
  throttle(connectionId: string, asked: number): Promise<void> {
    const now = new Date()
    const seconds = Math.min(asked, MAX_THROTTLE_SECONDS)
    this.log("service_throttles", { connection_id: connectionId, seconds })
    return this.connections.throttle(connectionId, new Date(now.getTime() + seconds * 1000), now)
  }

  /** Lets the next one who asks for this connection read it anew. */
  forget(connectionId: string): void {
    this.#cache.delete(connectionId)
    this.#forgotten.set(connectionId, (this.#forgotten.get(connectionId) ?? 0) + 1)
  }

  /** Whether this process did not do something for so many milliseconds; from now on it counts as done. */
  isTimeFor(name: string, everyMs: number, now: Date): boolean {
    const last = this.#lastTimes.get(name)
    if (last !== undefined && Math.abs(now.getTime() - last) < everyMs) return false
    this.#lastTimes.set(name, now.getTime())
    return true
  }

  /**
   * Keeps why a delivery was turned away, for whoever sets the webhook up and wonders. Once a minute and code at the most: a
   * flood of forged deliveries must not become one of writes.
   */
  async noteRefusedEvent(connectionId: string, code: string, now: Date): Promise<void> {
    if (!this.isTimeFor(`${connectionId} ${code}`, REFUSAL_NOTED_EVERY_MS, now)) return
    await this.connections.patch(connectionId, { last_refused_at: now, last_refused_code: code }, now)
  }

  /** Secrets that must not appear in a log line or an answer. */
  secrets(): string[] {
    for (const { apiKey, secretKey, endpointSecret } of this.#allConfigured().values()) {
      for (const secret of [apiKey, secretKey, ...(endpointSecret ?? [])]) if (secret) this.#known.add(secret)
    }
    return [...this.#known]
  }

  /** Writes a line to the store's log, where all lines of this plugin are written. */
  log(code: LogCode, facts: LogFacts): void {
    const { logger } = this.#dependencies
    if (logger) writeLine(logger, code, facts, () => this.secrets())
  }

  readonly __hooks = {
    /** A store may be started before its keys are entered in the admin; its log says what is still to be done. */
    onApplicationStart: async (): Promise<void> => {
      for (const id of this.connectionIds()) {
        const connection = await this.connection(id).catch(() => undefined)
        if (!connection || connection.settings) continue
        const { missing, problems } = connection
        const todo = [...(missing.length > 0 ? [`missing: ${missingSentence(missing)}`] : []), ...problems.map(wordsOf)]
        const where = "Enter what it needs in the admin under Settings, Crypto payments, or in the environment."
        this.log("connection_incomplete", { connection_id: id, detail: `${where} ${todo.join("; ")}` })
      }
    },
    onApplicationPrepareShutdown: (): Promise<void> => this.underWay.end(),
    onApplicationShutdown: async (): Promise<void> => {
      await Promise.all([...this.#clients.values()].map(({ client }) => client.close()))
      this.#clients.clear()
    },
  }

  #allConfigured(): Map<string, GivenSettings> {
    this.#configured ??= new Map(
      configuredConnections(this.#dependencies.configModule).map(({ id, config }) => [id, config]),
    )
    return this.#configured
  }
}

const wordsOf = ({ field, message }: SettingProblem): string => `${field}: ${message}`
