import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { bundleForBrowser } from "../../support/bundle"
import { freePort } from "../../support/ports"
import type { Config } from "./config"

const PORT = 8000

export type Shop = Awaited<ReturnType<typeof serveShop>>

/** Serves the shop at port 8000 or the next free one. The first request bundles it. */
export async function serveShop() {
  let config: Config | undefined
  let bundle: ReturnType<typeof bundleForBrowser> | undefined
  const bundled = () => {
    bundle ??= bundleForBrowser(join(__dirname, "app.tsx"))
    return bundle
  }
  const page = readFileSync(join(__dirname, "index.html"), "utf8")

  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (!config) return send(response, 503, "text/plain", "The shop is not open yet.")
    if (path === "/app.js") return send(response, 200, "text/javascript", (await bundled()).js)
    if (path === "/app.css") return send(response, 200, "text/css", (await bundled()).css)
    send(response, 200, "text/html", withConfig(page, config), { "content-security-policy": policy(config) })
  }

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shop")
    answer(pathname, response).catch((error: unknown) => send(response, 500, "text/plain", String(error)))
  })
  server.listen(await freePort(PORT))
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    /** The shop's address, which is also the origin that Medusa must allow. */
    url: `http://localhost:${port}`,
    /** Call it when Medusa runs. Before that, every page says that the shop is not open yet. */
    open: (given: Config): void => {
      config = given
    },
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    },
  }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  more: Record<string, string> = {},
): void {
  const headers = { "content-type": `${type}; charset=utf-8`, "x-content-type-options": "nosniff", ...more }
  response.writeHead(status, { "cache-control": "no-cache", ...headers }).end(body)
}

/** JSON in a data block needs only `<` escaped. */
const withConfig = (page: string, config: Config): string =>
  page.replace("{}", () => JSON.stringify(config).replaceAll("<", "\\u003c"))

/** A content security policy that a shop should have: it allows the shop's own files, and calls to its Medusa. */
const policy = ({ medusaUrl }: Config): string =>
  `default-src 'self'; connect-src 'self' ${new URL(medusaUrl).origin}; img-src 'self' data:; object-src 'none'; base-uri 'none'`
