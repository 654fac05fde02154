import { once } from "node:events"
import { type AddressInfo, connect, type Socket } from "node:net"
import tls from "node:tls"
import { type Sandbox, startSandbox } from "../../../../src/sandbox"
import { selfSigned } from "../../../../src/store-api/__tests__/support/self-signed"

/** The store's live account at the service. It has https, which live keys require. */
export type LiveAccount = { sandbox: Sandbox; url: string; close: () => Promise<void> }

export async function startLiveAccount(): Promise<LiveAccount> {
  const sandbox = await startSandbox({
    ...{ apiKey: "pk_live_of_the_model", secretKey: "sk_live_of_the_model" },
    perMinuteCap: 1_000_000,
  })
  const certificate = selfSigned("localhost")
  const distrust = trust(certificate.cert)
  const open = new Set<Socket>()
  const server = tls.createServer(certificate, (near) => {
    const far = connect(Number(new URL(sandbox.url).port), "127.0.0.1")
    const pair = [near, far]
    for (const one of pair) {
      open.add(one)
      one.on("error", () => undefined)
      one.on("close", () => {
        open.delete(one)
        for (const each of pair) each.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    sandbox,
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      distrust()
      server.close()
      for (const one of open) one.destroy()
      await sandbox.close()
    },
  }
}

/** Makes this process trust the certificate. Node itself reads additional authorities only when it starts. */
function trust(certificate: string): () => void {
  const create = tls.createSecureContext
  tls.createSecureContext = (options) => {
    const secure = create(options)
    ;(secure.context as { addCACert: (pem: string) => void }).addCACert(certificate)
    return secure
  }
  return () => {
    tls.createSecureContext = create
  }
}
