import { join } from "node:path"
import type { Page } from "playwright-core"
import { renderToString } from "react-dom/server"
import { CryptoPayment, createCryptoPaymentClient } from "../../../../src/storefront/index.js"
import { bundleForBrowser } from "../../../support/bundle"
import type { PageOptions, Shopper } from "../shopper"
import type { Harness, Setup } from "./harness"

export type React = 18 | 19

/** The versions of React that some tests repeat: one, or with REACTS=18,19 both. */
export const REACTS = (process.env.REACTS ?? "18").split(",").map((one) => Number(one) as React)

const ALIASES = { 18: {}, 19: { react: "react-19", "react-dom": "react-dom-19" } }
const bundles = new Map<React, ReturnType<typeof bundleForBrowser>>()

function bundleWith(react: React) {
  const made =
    bundles.get(react) ?? bundleForBrowser(join(__dirname, "harness.tsx"), { alias: ALIASES[react], development: true })
  bundles.set(react, made)
  return made
}

export type Opening = Partial<Setup> & {
  react?: React
  /** The page to open it on; by default a new one with these options. */
  page?: Page
  options?: PageOptions
  /** Other markup on the page. */
  body?: string
}

/** Opens a page with the component. It has Medusa's origin, so that CORS needs no setting. */
export async function openComponent(
  { newPage, place }: Shopper,
  token: string,
  { react = 18, page: given, options = {}, body = "", ...setup }: Opening = {},
) {
  const page = given ?? (await newPage(options))
  const { js, css } = await bundleWith(react)
  const settings: Setup = { publishableKey: place.seed.publishableKey, token, ...setup }
  const client = createCryptoPaymentClient({ baseUrl: place.url, publishableKey: settings.publishableKey })
  const onServer = settings.hydrate ? renderToString(<CryptoPayment {...settings} client={client} />) : ""
  const html = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>A shop</title>
    <style>${css} body{margin:0;padding:1rem;background:light-dark(#f4f5f7,#0f1114);color-scheme:light dark;font-family:system-ui}</style>
    <body><main><h1 hidden>A shop</h1><div id="shop">${onServer}</div>${body}</main>
    <script id="setup" type="application/json">${JSON.stringify(settings)}</script><script type="module" src="/shop.js"></script>`
  const answer = (contentType: string, text: string) => ({ body: text, contentType: `${contentType}; charset=utf-8` })
  await page.route("**/shop", (route) => route.fulfill(answer("text/html", html)))
  await page.route("**/shop.js", (route) => route.fulfill(answer("text/javascript", js)))

  const requests: string[] = []
  const complaints: string[] = []
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  page.on("console", (line) => {
    const text = line.text()
    // The browser's own message about a failed request is not an error of React.
    if (line.type() === "error" && !text.startsWith("Failed to load resource")) complaints.push(text)
  })
  await page.goto("/shop")

  type Window = { harness: Harness }
  return {
    page,
    /** React's errors on the console. */
    complaints,
    /** The arguments of the calls to one callback. The first one counts the changes of the props until then. */
    calls: (name: string): Promise<unknown[][]> =>
      page.evaluate(
        (wanted) =>
          (window as unknown as Window).harness.calls.filter(({ name }) => name === wanted).map(({ given }) => given),
        name,
      ),
    give: (changes: Partial<Setup>) =>
      page.evaluate((props) => (window as unknown as Window).harness.give(props), changes as object),
    unmount: () => page.evaluate(() => (window as unknown as Window).harness.unmount()),
    /** Number of requests for this path that the component has sent so far. */
    asked: (path = /^GET .*\/store\/crypto-payments\/(?!options)/) => requests.filter((one) => path.test(one)).length,
  }
}
