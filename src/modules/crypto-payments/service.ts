import type { Logger } from "@medusajs/framework/types"
import { MedusaService } from "@medusajs/framework/utils"
import { MAX_RETRY_AFTER_SECONDS } from "../../core/connection/request-budget"
import { type ConnectionSettings, incompleteSentence, placeOfSettings } from "../../core/connection/settings"
import { judgeSetup, type SetupProblem, setupSentence } from "../../core/connection/setup"
import type { LogCode, LogFacts } from "../../core/text/log-lines"
import type { ServiceCall, StoreApiClient } from "../../store-api/client"
import { encryptionKeyOf, setupFacts, type WholeConfig } from "./connections/configured"
import { ClientPool, ConnectionCache } from "./connections/connection-cache"
import type { Connection } from "./connections/resolve"
import { SecretBox } from "./secrets/secret-box"
import { ActionStore } from "./stores/actions"
import { ConnectionStore, DatabaseClock } from "./stores/connections"
import { EventStore } from "./stores/events"
import { HealthStore } from "./stores/health"
import { listsOn } from "./stores/lists"
import { MarkStore } from "./stores/marks"
import { OrderLeases, PaymentLeases } from "./stores/money-leases"
import { JobStore } from "./stores/paging"
import { PaymentLinkStore } from "./stores/payment-links"
import { NoteStore, PaymentQueue, RenewalLocks, UnpaidOrderStore } from "./stores/payment-queue"
import { PaymentStore } from "./stores/payments"
import { PayoutRequestStore, PayoutStore } from "./stores/payouts"
import { RetentionStore } from "./stores/retention"
import { type Knex, lacksSchema, MODELS, tableToMigrate } from "./stores/rows"
import { writeLine } from "./telemetry"

export const CRYPTO_PAYMENTS_MODULE = "crypto_payments"

type Dependencies = { __pg_connection__: Knex; configModule: WholeConfig; logger?: Logger }

type CryptoPaymentsOptions = {
  /** 32 bytes in base64; several, comma-separated, while rotating: the first seals, the others still open. */
  encryptionKey?: string
}

const SETUP_TOLD_EVERY_MS = 3_600_000

/** The stores that can share a transaction. */
const storesOn = (knex: Knex) => ({
  actions: new ActionStore(knex),
  payments: new PaymentStore(knex),
  marks: new MarkStore(knex),
  events: new EventStore(knex),
  payouts: new PayoutStore(knex),
  payoutRequests: new PayoutRequestStore(knex),
})

/** Our tables, and the clients of the connections that medusa-config registers. */
export class CryptoPaymentsService extends MedusaService(MODELS) {
  readonly actions: ActionStore
  readonly drain = new Drain()
  readonly payments: PaymentStore
  readonly marks: MarkStore
  readonly paymentLinks: PaymentLinkStore
  readonly paymentLeases: PaymentLeases
  readonly paymentQueue: PaymentQueue
  readonly events: EventStore
  readonly connections: ConnectionStore
  readonly jobs: JobStore
  readonly payouts: PayoutStore
  readonly payoutRequests: PayoutRequestStore
  readonly orderLeases: OrderLeases
  readonly renewalLocks: RenewalLocks
  readonly retention: RetentionStore
  readonly notes: NoteStore
  readonly lists: ReturnType<typeof listsOn>
  readonly health: HealthStore
  readonly unpaidOrders: UnpaidOrderStore
  readonly secretBox: SecretBox
  readonly databaseClock = new DatabaseClock(() => Date.now())
  /** The database's time. Use-cases get it through their context, and tests hand in another. */
  readonly clock = this.databaseClock.now

  readonly #dependencies: Dependencies
  readonly #options: CryptoPaymentsOptions
  readonly #connections: ConnectionCache
  readonly #clients: ClientPool
  /** When `isTimeFor` last returned true, by name, in unix milliseconds. */
  readonly #lastTimes = new Map<string, number>()

  constructor(dependencies: Dependencies, options: CryptoPaymentsOptions = {}) {
    super(dependencies, options)
    const knex = dependencies.__pg_connection__
    this.actions = new ActionStore(knex)
    this.payments = new PaymentStore(knex)
    this.marks = new MarkStore(knex)
    this.paymentLinks = new PaymentLinkStore(knex)
    this.paymentLeases = new PaymentLeases(knex)
    this.paymentQueue = new PaymentQueue(knex)
    this.events = new EventStore(knex)
    this.connections = new ConnectionStore(knex, this.databaseClock)
    this.jobs = new JobStore(knex)
    this.payouts = new PayoutStore(knex)
    this.payoutRequests = new PayoutRequestStore(knex)
    this.orderLeases = new OrderLeases(knex)
    this.renewalLocks = new RenewalLocks(knex)
    this.retention = new RetentionStore(knex)
    this.notes = new NoteStore(knex)
    this.lists = listsOn(knex)
    this.health = new HealthStore(knex)
    this.unpaidOrders = new UnpaidOrderStore(knex)
    this.secretBox = SecretBox.of(encryptionKeyOf(options))
    this.#dependencies = dependencies
    this.#options = options
    this.#connections = new ConnectionCache(dependencies.configModule, this.connections, this.secretBox)
    this.#clients = new ClientPool({
      onThrottled: (connectionId, call, seconds) => this.throttle(connectionId, call, seconds),
      throttledFor: (connectionId, call) => this.connections.throttledFor(connectionId, call, this.clock()),
    })
  }

  inOneTransaction<T>(work: (stores: ReturnType<typeof storesOn>) => Promise<T>): Promise<T> {
    return this.#dependencies.__pg_connection__.transaction((trx) => work(storesOn(trx)))
  }

  connectionIds(): string[] {
    return this.#connections.ids()
  }

  /** A connection, read again if the copy is older than `atMostMs`; undefined for an id that is not registered. */
  connection(id: string, atMostMs?: number): Promise<Connection | undefined> {
    return this.#connections.get(id, atMostMs)
  }

  /** The origins that may frame the pages of a connection; without an id, those that every connection allows. */
  frameOrigins(connectionId?: string): string[] {
    return this.#connections.frameOrigins(connectionId)
  }

  /** @returns undefined for a connection that is not registered or not complete yet */
  async settingsOf(connectionId: string): Promise<ConnectionSettings | undefined> {
    return (await this.connection(connectionId))?.settings
  }

  /** The client of a connection, with `given` or its present settings. @throws Error if it is not complete yet */
  async clientOf(connectionId: string, given?: ConnectionSettings): Promise<StoreApiClient> {
    const settings = given ?? (await this.settingsOf(connectionId))
    if (!settings) throw new Error(`the connection "${connectionId}" is not set up`)
    return this.#clients.get(connectionId, settings)
  }

  /**
   * Records that the service answered a call with 429 and asked for `asked` seconds. After a creation all instances stop
   * calling it; after a lookup they stop lookups, and a creation may still be tried.
   */
  throttle(connectionId: string, call: ServiceCall, asked: number): Promise<void> {
    const now = this.clock()
    const seconds = Math.min(asked, MAX_RETRY_AFTER_SECONDS)
    this.log("service_throttles", { connection_id: connectionId, by: call, seconds })
    return this.connections.throttle(connectionId, { until: new Date(now.getTime() + seconds * 1000), call }, now)
  }

  forget(connectionId: string): void {
    this.#connections.forget(connectionId)
  }

  /** Limits something to once in `everyMs` milliseconds per process: true means that it may happen now. */
  isTimeFor(name: string, everyMs: number, now: Date): boolean {
    const last = this.#lastTimes.get(name)
    if (last !== undefined && Math.abs(now.getTime() - last) < everyMs) return false
    this.#lastTimes.set(name, now.getTime())
    return true
  }

  /** Secrets that must not appear in a log line or an answer. */
  secrets(): string[] {
    return this.#connections.secrets()
  }

  /** Mistakes in medusa-config, and missing migrations of the plugin's tables. */
  async setupProblems(): Promise<SetupProblem[]> {
    const problems = judgeSetup(setupFacts(this.#dependencies.configModule, this.#options))
    const table = await tableToMigrate(this.#dependencies.__pg_connection__)
    return table ? [{ code: "migrations_missing", detail: table }, ...problems] : problems
  }

  /** Writes a line to the store's log. For errors about missing tables it logs the missing migrations, hourly. */
  log(code: LogCode, facts: LogFacts): void {
    const { logger } = this.#dependencies
    if (!logger) return
    if (!lacksSchema(facts.error)) writeLine(logger, code, facts, () => this.secrets())
    else if (this.isTimeFor("missing migrations", SETUP_TOLD_EVERY_MS, this.clock())) {
      this.logSetup({ code: "migrations_missing", detail: null })
    }
  }

  logSetup(problem: SetupProblem): void {
    this.log("setup_problem", { reason: problem.code, detail: setupSentence(problem) })
  }

  /** After a new first encryption key: what the former one sealed is sealed with it, so that the former can go. */
  async #sealAnew(): Promise<void> {
    if (!this.secretBox.ready) return
    const { sealed, unreadable } = await this.connections.sealAnew(this.secretBox, this.clock())
    if (sealed > 0) this.log("secrets_reencrypted", { count: sealed, of: sealed + unreadable })
  }

  readonly __hooks = {
    /** A store may start before its keys are entered in the admin, so the log says what is missing. */
    onApplicationStart: async (): Promise<void> => {
      await this.#sealAnew().catch((error) => this.log("sealing_failed", { error }))
      for (const problem of await this.setupProblems().catch(() => [])) this.logSetup(problem)
      for (const id of this.connectionIds()) {
        const connection = await this.connection(id).catch(() => undefined)
        if (!connection || connection.settings) continue
        const where = `Enter what it needs in the admin under Settings, Crypto payments, or ${placeOfSettings(id)}.`
        const detail = `${where} ${incompleteSentence(connection, id)}`
        this.log("connection_incomplete", { connection_id: id, detail })
      }
    },
    onApplicationPrepareShutdown: (): Promise<void> => this.drain.drain(),
    onApplicationShutdown: (): Promise<void> => this.#clients.close(),
  }
}

/** In milliseconds. Kubernetes kills a process 30 s after SIGTERM by default; this leaves five seconds for Medusa. */
const LONGEST_WAIT_MS = 25_000

/**
 * Work that a server finishes before it stops. The plugin repairs what a crash interrupts, but Medusa does not repair
 * its own workflows (docs/operations.md), so a deployment must not interrupt them.
 */
export class Drain {
  readonly #running = new Set<Promise<unknown>>()
  #isDraining = false

  /** The process is about to stop, so no new work may start. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  /** Runs the work and returns its result. `drain` waits for the work before the process stops. */
  async run<R>(work: () => Promise<R>): Promise<R> {
    const done = work()
    this.#running.add(done)
    try {
      return await done
    } finally {
      this.#running.delete(done)
    }
  }

  /** Resolves when nothing runs, or after `withinMs` milliseconds. */
  async drain(withinMs = LONGEST_WAIT_MS): Promise<void> {
    this.#isDraining = true
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([this.idle(), tooLong])
    clearTimeout(timer)
  }

  /** Resolves when nothing runs. */
  async idle(): Promise<void> {
    // Running work may start more.
    while (this.#running.size > 0) await Promise.allSettled([...this.#running])
  }
}
