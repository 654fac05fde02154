import { randomBytes } from "node:crypto"
import { once } from "node:events"
import net, { type AddressInfo, type Socket } from "node:net"
import tls from "node:tls"
import { type Sandbox, type SandboxOptions, startSandbox } from "../../src/sandbox"
import { selfSigned } from "../../src/store-api/__tests__/support/servers"
import { LIST } from "./admin-connections"
import type { Shop } from "./medusa"

/** The sandbox with live keys, behind https, because live keys are sent only over https. */
export type LiveService = { sandbox: Sandbox; url: string; apiKey: string; secretKey: string }

/** The endpoint secret of the connection `live`. */
export const LIVE_SECRET = "whsec_of_the_live_one"

/**
 * A live service for the tests of a `describe`, whose keys are entered into the connection `live` before each of them.
 * @param settings of that connection
 */
export function liveServiceOf(shop: Shop, settings: object = {}): LiveService {
  const live = {} as Awaited<ReturnType<typeof startLiveService>>
  beforeAll(async () => {
    Object.assign(live, await startLiveService({ deliveryRetryMs: [100] }))
    live.sandbox.registerEndpoint({ url: shop.webhookUrl.replace("/default", "/live"), secret: LIVE_SECRET })
  })
  afterAll(() => live.close())
  beforeEach(async () => {
    const keys = { base_url: live.url, api_key: live.apiKey, secret_key: live.secretKey, endpoint_secret: LIVE_SECRET }
    await shop.admin.post(`${LIST}/live`, { ...keys, ...settings })
  })
  afterEach(() => live.sandbox.drain())
  return live
}

const random = (): string => randomBytes(16).toString("hex")

/** Starts a live service. Only the tests' own process trusts its certificate, and only until `close`. */
export async function startLiveService(
  options: SandboxOptions = {},
): Promise<LiveService & { close: () => Promise<void> }> {
  const keys = { apiKey: `pk_live_${random()}`, secretKey: `sk_live_${random()}` }
  const sandbox = await startSandbox({ ...options, ...keys })
  const sockets = new Set<Socket>()
  const server = tls.createServer(selfSigned(), (socket) => {
    const behind = net.connect(Number(new URL(sandbox.url).port), "127.0.0.1")
    for (const one of [socket, behind]) {
      sockets.add(one)
      one.on("error", () => undefined).on("close", () => sockets.delete(one))
    }
    socket.pipe(behind).pipe(socket)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo

  const { connect } = tls
  const trusting = (given: tls.ConnectionOptions) =>
    connect(Number(given.port) === port ? { ...given, rejectUnauthorized: false } : given)
  // Not a spy, because a shop restores all spies after each test.
  Object.assign(tls, { connect: trusting })

  const close = async () => {
    Object.assign(tls, { connect })
    for (const socket of sockets) socket.destroy()
    await Promise.all([sandbox.close(), new Promise((resolve) => server.close(resolve))])
  }
  return { sandbox, url: `https://127.0.0.1:${port}`, ...keys, close }
}
