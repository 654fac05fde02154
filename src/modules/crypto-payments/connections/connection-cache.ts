import { isDeepStrictEqual } from "node:util"
import { mayReachPrivate } from "../../../core/connection/base-url"
import type { ConnectionSettings, GivenSettings } from "../../../core/connection/settings"
import { type ServiceCall, StoreApiClient } from "../../../store-api/client"
import type { SecretBox } from "../secrets/secret-box"
import type { ConnectionStore } from "../stores/connections"
import type { ConnectionRow } from "../stores/rows"
import { traceRequest } from "../telemetry"
import { configuredSettings, type WholeConfig } from "./configured"
import { type Connection, resolveConnection } from "./resolve"

/** How long a process uses a connection that it read, in milliseconds. Then every instance sees an admin's change. */
const FRESH_MS = 5_000

/** This process's copies of the connections that medusa-config registers. */
export class ConnectionCache {
  /** `readAt` is by `performance.now()`, because only the age of a copy in this process matters. */
  readonly #cache = new Map<string, { connection: Connection; row: ConnectionRow | undefined; readAt: number }>()
  /** How often each connection was forgotten. A read that began before `forget` is not cached. */
  readonly #forgotten = new Map<string, number>()
  /** Every secret that this process has read, for redaction. */
  readonly #secrets = new Set<string>()
  #configured: Map<string, GivenSettings> | undefined

  constructor(
    private readonly config: WholeConfig,
    private readonly store: ConnectionStore,
    private readonly secretBox: SecretBox,
  ) {}

  ids(): string[] {
    return [...this.#all().keys()]
  }

  async get(id: string, atMostMs = FRESH_MS): Promise<Connection | undefined> {
    const config = this.#all().get(id)
    if (!config) return undefined
    const cached = this.#cache.get(id)
    if (cached && performance.now() - cached.readAt < atMostMs) return cached.connection
    const readAt = performance.now()
    const forgotten = this.#forgotten.get(id)
    const row = await this.store.get(id)
    // Opening the secrets and checking the settings cost more than reading the row.
    const isSame = cached && isDeepStrictEqual(row, cached.row)
    const connection = isSame ? cached.connection : resolveConnection(id, config, row, this.secretBox)
    const { apiKey, secretKey } = connection.admin
    this.#remember(apiKey, secretKey, ...connection.endpointSecrets.map(({ secret }) => secret))
    if (this.#forgotten.get(id) === forgotten) this.#cache.set(id, { connection, row, readAt })
    return connection
  }

  /** Only medusa-config sets these, so this works without the database. */
  frameOrigins(id?: string): string[] {
    if (id !== undefined) return this.#all().get(id)?.frameOrigins ?? []
    const [first = [], ...others] = [...this.#all().values()].map(({ frameOrigins = [] }) => frameOrigins)
    return first.filter((origin) => others.every((one) => one.includes(origin)))
  }

  forget(id: string): void {
    this.#cache.delete(id)
    this.#forgotten.set(id, (this.#forgotten.get(id) ?? 0) + 1)
  }

  secrets(): string[] {
    this.#all()
    return [...this.#secrets]
  }

  #all(): Map<string, GivenSettings> {
    if (this.#configured) return this.#configured
    this.#configured = configuredSettings(this.config)
    for (const { apiKey, secretKey, endpointSecret = [] } of this.#configured.values()) {
      this.#remember(apiKey, secretKey, ...endpointSecret)
    }
    return this.#configured
  }

  #remember(...secrets: (string | undefined)[]): void {
    for (const secret of secrets) if (secret) this.#secrets.add(secret)
  }
}

type Throttle = {
  onThrottled: (connectionId: string, call: ServiceCall, seconds: number) => Promise<unknown>
  throttledFor: (connectionId: string, call: ServiceCall) => Promise<number>
}

/** One client of the service for each connection. A change of its credentials makes a new client. */
export class ClientPool {
  readonly #clients = new Map<string, { client: StoreApiClient; credentials: string }>()

  constructor(private readonly throttle: Throttle) {}

  get(connectionId: string, settings: ConnectionSettings): StoreApiClient {
    const { baseUrl, apiKey, secretKey, allowPrivateAddress } = settings
    const credentials = JSON.stringify([baseUrl, apiKey, secretKey, allowPrivateAddress])
    const known = this.#clients.get(connectionId)
    if (known?.credentials === credentials) return known.client
    const client = new StoreApiClient({
      baseUrl,
      apiKey,
      secretKey,
      allowPrivate: mayReachPrivate(baseUrl, allowPrivateAddress),
      onThrottled: (seconds, call) => this.throttle.onThrottled(connectionId, call, seconds),
      throttledFor: (call) => this.throttle.throttledFor(connectionId, call),
      onRequest: traceRequest,
    })
    this.#clients.set(connectionId, { client, credentials })
    // Running requests with the former keys finish, because their answers still count.
    known?.client.retire().catch(() => undefined)
    return client
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map(({ client }) => client.close()))
    this.#clients.clear()
  }
}
