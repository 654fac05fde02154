import type { Page } from "playwright-core"
import { act, signIn } from "../browser/support/admin"
import { launchChromium } from "../browser/support/chromium"
import { adminApi, payersOf, rowInState, sandboxOf } from "../browser/support/payer"
import type { Place } from "../browser/support/place"
import { convertDraft, draftOrder } from "../faults/support/stories/draft-order"
import { WALLETS } from "../support/payout"
import { until } from "../support/until"

const SETTINGS = "/settings/crypto-payments/default"

type Walk = { page: Page; place: Place; open: (path: string) => Promise<void>; step: (name: string) => void }

/** Opens every page of the plugin's admin, submits every form, buys in both placements and records a payout. */
export async function walkAdmin(place: Place): Promise<void> {
  const browser = await launchChromium()
  const thrown: string[] = []
  let at = "the login"
  try {
    const context = await browser.newContext({ baseURL: place.url, locale: "en-US", timezoneId: "UTC" })
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    page.on("pageerror", (error) => thrown.push(`${at}: ${error.message}`))
    const walk: Walk = {
      page,
      place,
      step: (name) => (at = name),
      open: async (path) => {
        at = path
        await page.goto(`/app${path}`)
        await page.locator("main h1, main h2, [role=dialog] h1").first().waitFor()
      },
    }
    await signIn(page, place)
    await enterSettings(walk)
    await buyAndPayLater(walk)
    await askByLink(walk)
    await solveWhatNeedsAttention(walk)
    await payBeforeTheOrder(walk)
  } catch (error) {
    throw new Error(`at ${at}: ${String(error)}; the pages threw: ${thrown.join("; ") || "nothing"}`)
  } finally {
    await browser.close()
  }
  if (thrown.length > 0) throw new Error(`the admin's pages threw: ${thrown.join("; ")}`)
}

/** Fills the open form, submits it, and waits until its drawer closes. */
async function submit({ page, step }: Walk, values: Record<string, string>): Promise<void> {
  const drawer = page.getByRole("dialog")
  for (const [name, value] of Object.entries(values)) {
    step(`the field ${name}`)
    await drawer.locator(`[name=${name}]`).fill(value)
  }
  const button = drawer.locator("button[type=submit]")
  await button.click()
  const closed = async () => {
    if (!(await drawer.isVisible())) return true
    // The sweep may hold the payment at this moment; then the form asks to try again.
    if (await drawer.getByText("Try again in a few seconds.").isVisible()) await button.click()
    return false
  }
  await until("the drawer closes", closed).catch(async (error: Error) => {
    throw new Error(`${error.message}, which says: ${await drawer.innerText()}`)
  })
}

async function enterSettings(walk: Walk): Promise<void> {
  const { open, page, place } = walk
  const { url, apiKey, secretKey } = place.sandbox
  await open("/settings/crypto-payments")
  // A single connection opens its page at once.
  await page.waitForURL(`**${SETTINGS}`)
  await open(`${SETTINGS}/keys`)
  await submit(walk, { base_url: url, api_key: apiKey, secret_key: secretKey })
  await open(`${SETTINGS}/endpoint-secret`)
  await submit(walk, { endpoint_secret: "whsec_of_before" })
  await open(`${SETTINGS}/rotate`)
  await submit(walk, { endpoint_secret: place.endpointSecret })
  await open(`${SETTINGS}/branding`)
  await submit(walk, { support_link: "https://shop.example.com/help" })
  await open(`${SETTINGS}/advanced`)
  await submit(walk, { signature_header: "Service-Signature" })
}

async function buyAndPayLater({ open, page, place, step }: Walk): Promise<void> {
  step("an order that waits for its payment")
  const { orderId, row } = await payersOf(place).settled({ asset: "USDC", chain: "base" })
  await open(`/orders/${orderId}`)
  await page.locator(`a[href$="/crypto-payments/${row.id}"]`).first().waitFor()
}

async function askByLink({ open, page, place, step }: Walk): Promise<void> {
  step("an order that an admin makes")
  const api = { admin: await adminApi(place), seed: place.seed }
  const orderId = await draftOrder(api, "phone@example.com")
  await convertDraft(api, orderId)
  await open(`/orders/${orderId}`)
  await page.getByRole("button", { name: "Ask for crypto payment" }).click()
  await page.getByRole("link", { name: "Send by e-mail" }).waitFor()
}

async function payBeforeTheOrder(walk: Walk): Promise<void> {
  const { open, page, place, step } = walk
  const { store } = payersOf(place)
  await open(`${SETTINGS}/checkout`)
  await page.getByRole("dialog").getByRole("radio").last().click()
  await submit(walk, { unpaid_order_minutes: "90" })
  step("an order that is placed when it is paid")
  const cart = await store.makeCart()
  const session = await store.openSession(cart, { asset: "BTC" })
  const early = await store.complete(cart)
  if (early.type !== "cart") throw new Error("the order was placed before it was paid")
  await sandboxOf(place).pay(session.data.payment_id)
  const paid = await rowInState(place, session.data.payment_id, "settled")
  if (!paid.order_id) throw new Error("no order was placed for what was paid")
  await open(`/crypto-payments/${paid.id}`)
}

async function solveWhatNeedsAttention(walk: Walk): Promise<void> {
  const { open, page, place, step } = walk
  const { sessionGone } = payersOf(place)
  const actOn = async (id: string, name: string) => {
    await open(`/crypto-payments/${id}`)
    await act(page.locator("main"), name)
  }
  step("payments that need attention")
  const [returned, closed] = [await sessionGone(), await sessionGone()]
  await open("/crypto-payments")
  await until("the list shows what was bought", async () => (await page.locator("main tbody tr").count()) >= 3)
  await open("/crypto-payments/attention")
  await actOn(returned.id, "Record payout")
  await submit(walk, { address: WALLETS.LTC, transaction_id: "ab".repeat(32) })
  await page.getByRole("button", { name: "Correct payout" }).click()
  await submit(walk, { transaction_id: "cd".repeat(32) })
  await page.getByText("cd".repeat(32)).first().waitFor()
  await actOn(closed.id, "Close with a note")
  await submit(walk, { note: "Sent back by hand." })
  await rowInState(place, closed.external_id, "closed")
  await open("/crypto-payments/totals")
}
