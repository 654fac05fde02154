import { mayReachPrivate } from "../../../core/connection/base-url"
import type { ConnectionSettings } from "../../../core/connection/settings"
import { StoreApiClient } from "../../../store-api/client"
import type { ServiceCall } from "../../../store-api/transport"
import { traceRequest } from "../tracing"

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
