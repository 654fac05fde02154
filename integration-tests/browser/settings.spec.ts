import { randomBytes } from "node:crypto"
import { entryOf } from "../../src/core/connection/setting-fields"
import { CRYPTO_PROVIDER, MANUAL_PROVIDER } from "../support/constants"
import { until } from "../support/until"
import { describeAdmin, reads } from "./support/admin"
import { adminApi, payersOf, rowInState, sandboxOf, sql } from "./support/payer"
import { SECOND_CONNECTION } from "./support/place"

const PATH = `/settings/crypto-payments/${SECOND_CONNECTION}`
const newSecret = () => `whsec_${randomBytes(16).toString("hex")}`

describeAdmin("an admin", (admin) => {
  /** One story: each test continues the one before. */
  describe("who sets up a connection", () => {
    const first = newSecret()
    const second = newSecret()
    const drawer = () => admin.page.getByRole("dialog")
    /** Pays an order of this connection, and delivers only its event here, not the events of other tests. */
    const payAndTell = async () => {
      const { place } = admin
      const { session } = await payersOf(place).placed({ provider: `pp_crypto_${SECOND_CONNECTION}` })
      const id = session.data.payment_id
      await sandboxOf(place).pay(id)
      const url = `${place.url}/hooks/crypto-payments/${SECOND_CONNECTION}`
      expect(await sandboxOf(place).deliverTo(url, first, id)).toBe(200)
      await rowInState(place, id, "settled")
    }
    /** Stores what a lookup would answer a minute after an event completed a payment. */
    const prove = (word: string, connection = SECOND_CONNECTION) =>
      sql(
        admin.place,
        `UPDATE crypto_connection SET proven_status = $2, proven_status_at = now(), proven_status_account =
        (SELECT account FROM crypto_payment WHERE connection_id = $1 ORDER BY created_at DESC LIMIT 1) WHERE id = $1`,
        [connection, word],
      )
    /** Fills fields of the open form, by label, and saves. */
    const save = async (fields: Record<string, string> = {}) => {
      await admin.fill(fields)
      await drawer().getByRole("button", { name: "Save" }).click()
    }
    const toast = (text: string | RegExp) => admin.page.getByText(text).first()

    it("sees in the list which connection is ready and which takes no payments yet", async () => {
      // The default connection accepts an event first.
      await payersOf(admin.place).settled()
      await prove("completed", "default")
      await admin.open("/settings/crypto-payments")
      const rowOf = (name: string) =>
        admin.page.getByRole("row").filter({ has: admin.page.getByRole("link", { name, exact: true }) })
      const row = rowOf(SECOND_CONNECTION)
      await row.getByText("Not taking payments yet").waitFor()
      await rowOf("default").getByText("Ready", { exact: true }).waitFor()
      await row.getByRole("link", { name: SECOND_CONNECTION }).click()
      await admin.page.getByRole("heading", { name: SECOND_CONNECTION }).waitFor()
      await admin.page.getByText("Deleted after 90 days").waitFor()
    })

    it("sees each error of the keys at its own field only, enters them, and sees the test mode but not the whole secret key", async () => {
      await admin.open(`${PATH}/keys`)
      await drawer().getByLabel("Base URL").fill(admin.place.sandbox.url)
      const field = (label: string) =>
        drawer()
          .locator("div.space-y-2")
          .filter({ has: admin.page.getByLabel(label) })
      await save({ "API key": "sk_test_in_the_wrong_field", "Secret key": "pk_test_in_the_wrong_field" })
      await reads(field("API key"), /API key holds a secret key/)
      await reads(field("Secret key"), /Secret key holds an API key/)
      await save({ "API key": "pk_live_of_another_mode", "Secret key": admin.place.sandbox.secretKey })
      await reads(field("API key"), /different modes/)
      expect(await admin.page.getByText(/different modes/).count()).toBe(1)
      expect(await admin.findings("[role=dialog]")).toEqual([])

      await save({
        "API key": admin.place.sandbox.apiKey,
        "Secret key": admin.place.sandbox.secretKey,
        "Display name": "Wallet for tests",
      })
      // The toast disappears after some seconds.
      await toast("The keys are saved. Test the connection to see that they work.").waitFor()
      await admin.page.getByRole("heading", { name: "Wallet for tests" }).waitFor()
      // The breadcrumb has the name too.
      await admin.page.locator("ol").first().getByText("Wallet for tests", { exact: true }).waitFor()
      await admin.page.getByText("Test mode", { exact: true }).waitFor()
      // After the form has closed, only the last four characters of the secret key are shown.
      await drawer().waitFor({ state: "hidden" })
      await toast(new RegExp(`${admin.place.sandbox.secretKey.slice(-4)}$`)).waitFor()
      expect(await admin.page.content()).not.toContain(admin.place.sandbox.secretKey)
    })

    it("tests the connection, and sees that it works, and later that the keys are wrong", async () => {
      await admin.page.getByRole("button", { name: "Test connection" }).click()
      await admin.page.getByText("The connection works:").waitFor()
      expect(await admin.findings()).toEqual([])

      await admin.open(`${PATH}/keys`)
      await save({ "Secret key": "sk_test_of_somebody_else" })
      await drawer().waitFor({ state: "hidden" })
      await admin.page.getByRole("button", { name: "Test connection" }).click()
      await admin.page.getByText("Wrong keys:").waitFor()
      await admin.open(`${PATH}/keys`)
      await save({ "Secret key": admin.place.sandbox.secretKey, "Display name": "" })
      await drawer().waitFor({ state: "hidden" })
      await admin.page.getByRole("heading", { name: SECOND_CONNECTION }).waitFor()
    })

    it("enters the endpoint secret, and reads what is left to do", async () => {
      await admin.open(`${PATH}/endpoint-secret`)
      await save({ "Endpoint secret": first })
      await toast("The endpoint secret is saved.").waitFor()
      await drawer().waitFor({ state: "hidden" })
      const list = admin.section("Ready to sell")
      await list.getByText(`Add pp_crypto_${SECOND_CONNECTION} to the payment providers of a region`).waitFor()
      await list.getByText(/^No event has come since the endpoint secret was set/).waitFor()
      expect(await list.getByText("Done", { exact: true }).count()).toBe(1)
      expect(await admin.page.getByText("Ready", { exact: true }).count()).toBe(0)
      expect(await admin.findings()).toEqual([])
    })

    it("copies the webhook URL, sees the first event arrive, and is ready with the support link that shoppers miss", async () => {
      const { place, context, page } = admin
      await context.grantPermissions(["clipboard-read", "clipboard-write"])
      await page.getByRole("button", { name: /Copy the webhook URL/ }).click()
      const url = await page.evaluate(() => navigator.clipboard.readText())
      expect(url).toBe(`${place.url}/hooks/crypto-payments/${SECOND_CONNECTION}`)

      // Other tests use the same region, so its providers stay.
      const providers = [CRYPTO_PROVIDER, MANUAL_PROVIDER, `pp_crypto_${SECOND_CONNECTION}`]
      await (await adminApi(place)).post(`/admin/regions/${place.seed.regions.usd}`, { payment_providers: providers })
      await payAndTell()
      const done = "SELECT id FROM crypto_webhook_event WHERE connection_id = $1 AND state = 'processed'"
      await until("the event is worked out", async () => (await sql(place, done, [SECOND_CONNECTION])).length > 0)

      await admin.open(PATH)
      await admin.section("Webhook").getByText("payment.completed", { exact: true }).waitFor()
      await admin.section("Webhook").getByText("Processed").waitFor()
      await admin.page.getByText("4 of 6 steps done").waitFor()

      await prove("completed")
      await admin
        .section("Ready to sell")
        .getByRole("link", { name: /Shoppers can reach you/ })
        .click()
      await save({ "Support link": "mailto:help@shop.example" })
      await drawer().waitFor({ state: "hidden" })
      await admin.page.getByText("Ready", { exact: true }).waitFor()
      expect(await admin.section("Ready to sell").getByText("Done", { exact: true }).count()).toBe(6)
    })

    it("rotates the endpoint secret, and events signed with the old one are still accepted", async () => {
      const { place } = admin
      await admin.open(`${PATH}/rotate`)
      await drawer().getByLabel("New endpoint secret").fill(second)
      expect(await admin.findings("[role=dialog]")).toEqual([])
      await save()
      await toast(/The endpoint secret is rotated/).waitFor()
      await reads(admin.section("Webhook"), /Accepted until/)

      // The service still signs with the first secret.
      await payAndTell()
      const ended = "UPDATE crypto_connection SET previous_endpoint_secret_until = now() - interval '1 s' WHERE id = $1"
      await sql(place, ended, [SECOND_CONNECTION])
    })

    const saved = async () => {
      const read = "SELECT assets, unpaid_order_minutes FROM crypto_connection WHERE id = $1"
      const [row] = await sql<{ unpaid_order_minutes: number | null }>(admin.place, read, [SECOND_CONNECTION])
      return row
    }

    it("changes the offered assets, and when an unpaid order is canceled", async () => {
      await admin.open(PATH)
      await admin.section("Checkout").getByText("Canceled after 24 hours").waitFor()
      await admin.open(`${PATH}/checkout`)
      await drawer().getByRole("checkbox", { name: /DOGE/ }).click()
      await drawer().getByRole("checkbox", { name: "USDT Polygon" }).click()
      expect(await drawer().getByRole("switch", { name: "Cancel unpaid orders" }).isChecked()).toBe(true)
      expect(await drawer().getByLabel("Minutes after the order was placed").inputValue()).toBe("1440")
      await drawer().getByLabel("Minutes after the order was placed").fill("90")
      await save({ "Promotion for paying in crypto": "NOPE" })
      await toast("The checkout settings are saved.").waitFor()
      await admin.page
        .locator("[data-sonner-toast]")
        .getByText(/no promotion with this code/)
        .waitFor()
      await admin.page.getByText("Canceled after 90 minutes").waitFor()
      expect(await saved()).toEqual({ assets: ["BTC", "LTC", "DASH", "USDC", "USDT:base"], unpaid_order_minutes: 90 })
    })

    it("switches the cancellation of unpaid orders off, reads the risk, and switches it on again", async () => {
      const price = /Anybody can reserve your stock without paying/
      await admin.open(`${PATH}/checkout`)
      await drawer().getByRole("switch", { name: "Cancel unpaid orders" }).click()
      await drawer().getByText(price).waitFor()
      expect(await drawer().getByLabel("Minutes after the order was placed").count()).toBe(0)
      expect(await admin.findings("[role=dialog]")).toEqual([])
      // The refusal is about the minutes, whose field is hidden while the switch is off.
      const calls = `**/admin/crypto-payments/connections/${SECOND_CONNECTION}`
      const fields = [{ field: "unpaid_order_minutes", message: "This cannot be changed now." }]
      const json = { type: "invalid_data", code: "setting_invalid", message: "No.", fields }
      await admin.page.route(calls, (route) =>
        route.request().method() === "POST" ? route.fulfill({ status: 400, json }) : route.fallback(),
      )
      await save()
      await drawer().getByText("This cannot be changed now.").waitFor()
      await admin.page.unroute(calls)
      await save()
      await admin.section("Checkout").getByText("Never canceled").waitFor()
      await admin.section("Checkout").getByText(price).waitFor()
      expect(await admin.findings()).toEqual([])
      expect((await saved())?.unpaid_order_minutes).toBe(0)

      await admin.open(`${PATH}/checkout`)
      await drawer().getByRole("switch", { name: "Cancel unpaid orders" }).click()
      await save({ "Promotion for paying in crypto": "" })
      await admin.section("Checkout").getByText("Canceled after 24 hours").waitFor()
      expect((await saved())?.unpaid_order_minutes).toBe(1440)
    })

    it("changes the look of the pay page, and sees the page with it before saving", async () => {
      const { page } = admin
      await admin.open(`${PATH}/branding`)
      const preview = drawer().frameLocator("iframe")
      await preview.getByRole("heading", { name: "Pay with Bitcoin", includeHidden: true }).waitFor()
      const svg = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>',
      )
      const file = drawer().getByLabel("Logo", { exact: true }).and(page.locator("input"))
      await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.alloc(65 * 1024) })
      const tooLarge = drawer().getByText("This file is larger than 64 kB. Choose a smaller one.")
      await tooLarge.waitFor()
      const badLink = drawer().getByText("Support link must begin with https:, mailto: or tel:")
      await admin.fill({ "Support link": "nothing" })
      await badLink.waitFor()
      await save()
      await tooLarge.waitFor()
      await badLink.waitFor()
      await drawer().getByLabel("Support link").fill("")
      await file.setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: svg })
      await drawer().getByLabel("Accent color").fill("#ffd400")
      await preview.locator(".bar img").waitFor()
      const button = preview.getByRole("link", { name: "Open in wallet", includeHidden: true })
      const colors = () =>
        button.evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color])
      await until("the preview has the color", async () => `${await colors()}` === "rgb(255, 212, 0),rgb(0, 0, 0)")

      // As in shoppers' browsers: with copy buttons and without the texts for browsers without scripts.
      await preview.getByRole("button", { name: "Copy address", includeHidden: true }).waitFor()
      expect(await preview.getByText("This page refreshes automatically.").count()).toBe(0)

      await drawer().getByLabel("Accent color").fill("yellow")
      await drawer().getByText("Accent color must be a color such as #1a6b4f").waitFor()
      await until("the preview leaves it out", async () => `${await colors()}` === "rgb(20, 23, 28),rgb(255, 255, 255)")
      await save({ "Support link": "help" })
      await drawer().getByText("Accent color must be a color such as #1a6b4f").waitFor()
      await reads(drawer(), /Support link must begin with https:/)
      expect(await admin.findings("[role=dialog]")).toEqual([])
      await drawer().getByLabel("Accent color").fill("#ffd400")
      await drawer().getByLabel("Support link").fill("help@example.com")
      await save()
      await toast("The pay page is saved.").waitFor()
      await admin.section("Pay page").getByText("mailto:help@example.com").waitFor()
      const logo = admin.section("Pay page").getByRole("img", { name: "Logo" })
      await until("the logo is shown", () => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0))
      await admin.section("Pay page").getByText("#ffd400").waitFor()
      expect(await admin.findings()).toEqual([])
    })

    it("reads that the server is not reachable, and can try again", async () => {
      const { page } = admin
      const calls = "**/admin/crypto-payments/**"
      await page.route(calls, (route) => route.abort())
      await admin.open(PATH)
      await page.getByText("The server could not be reached. Try again in a moment.").waitFor()
      expect(await admin.findings()).toEqual([])
      await page.unroute(calls)
      await page.getByRole("button", { name: "Try again" }).click()
      await page.getByRole("heading", { name: SECOND_CONNECTION }).waitFor()
    })

    it("accepts an unknown status word of the service in one press, after a question, and adds one to the default words", async () => {
      const { place, page } = admin
      await admin.open(`${PATH}/advanced`)
      const unpaid = drawer().getByLabel("Unpaid status words")
      await save({ "Unpaid status words": `${await unpaid.inputValue()}, lost` })
      await toast("The advanced settings are saved.").waitFor()
      await prove("paid")
      await admin.open(PATH)
      const accept = page.getByRole("button", { name: "Accept “paid” as paid" })
      await accept.waitFor()
      expect(await admin.findings()).toEqual([])
      await accept.click()
      await page.getByText("Does “paid” mean paid?").waitFor()
      await page.getByRole("alertdialog").getByRole("button", { name: "Accept “paid” as paid" }).click()
      await toast("“paid” now means paid").waitFor()
      await accept.waitFor({ state: "detached" })
      const path = `/admin/crypto-payments/connections/${SECOND_CONNECTION}`
      const { connection } = await (await adminApi(place)).get(path)
      expect(connection.cleared_statuses).toMatchObject({ value: ["completed", "paid"], source: "admin" })
      expect(connection.seen_statuses.source).toBe("default")
      expect(connection.unpaid_statuses.value).toEqual([...[entryOf("unpaid_statuses").default].flat(), "lost"])
    })

    it("sees the name of the environment variable that sets a value, and cannot change the value", async () => {
      await admin.open("/settings/crypto-payments/default")
      await admin.page.getByText("Set by CRYPTO_PAYMENTS_API_KEY").waitFor()
      await admin.open("/settings/crypto-payments/default/keys")
      for (const label of ["Base URL", "API key", "Secret key"]) {
        expect(await drawer().getByLabel(label, { exact: true }).isDisabled()).toBe(true)
      }
      expect(await admin.findings("[role=dialog]")).toEqual([])
    })
  })

  describe("who uses only the keyboard", () => {
    /** Presses Tab, or the given key, until the focused element has this name. */
    async function tabTo(name: RegExp, key = "Tab"): Promise<void> {
      for (let presses = 0; presses < 60; presses++) {
        await admin.page.keyboard.press(key)
        const focused = await admin.page.evaluate(() => {
          const element = document.activeElement as HTMLElement | null
          const labels = [...((element as HTMLInputElement | null)?.labels ?? [])].map((label) => label.innerText)
          return [element?.getAttribute("aria-label"), ...labels, element?.innerText].filter(Boolean).join(" ")
        })
        if (name.test(focused)) return
      }
      throw new Error(`sixty times ${key} did not lead to ${name}`)
    }
    const press = (key: string) => admin.page.keyboard.press(key)

    it("opens a connection from the settings, changes its keys and tests them", async () => {
      const { page, place } = admin
      await admin.open("/settings/crypto-payments")
      await tabTo(new RegExp(`^${SECOND_CONNECTION}$`))
      await press("Enter")
      await page.getByRole("heading", { name: SECOND_CONNECTION }).waitFor()

      await tabTo(/^Actions: Keys/)
      await press("Enter")
      await page.getByRole("menuitem", { name: /Edit/ }).and(page.locator(":focus")).waitFor()
      // Medusa's menu fades out and then moves the focus back to its button, but the drawer keeps the focus. Text typed
      // before that would be selected and replaced.
      await page.locator('[aria-label="Actions: Keys"]').evaluate((button) => {
        const kept = new Promise<void>((done) =>
          addEventListener("focusout", ({ relatedTarget }) => relatedTarget === button && done()),
        )
        Object.assign(window, { kept })
      })
      await press("Enter")
      const drawer = page.getByRole("dialog")
      await drawer.waitFor()
      await page.evaluate(() => (window as unknown as { kept: Promise<void> }).kept)
      await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]"))
      await tabTo(/Base URL/)
      await press("ControlOrMeta+a")
      await page.keyboard.type(place.sandbox.url)
      await tabTo(/API key/)
      await press("ControlOrMeta+a")
      await page.keyboard.type(place.sandbox.apiKey)
      await tabTo(/Secret key/)
      await page.keyboard.type(place.sandbox.secretKey)
      await tabTo(/^Save/)
      await press("Enter")
      await drawer.waitFor({ state: "hidden" })
      await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Actions: Keys")

      // Backwards, because Medusa's toast comes after the page and gives the focus back to the element before it.
      await tabTo(/Test connection/, "Shift+Tab")
      await press("Enter")
      await page.getByText("The connection works:").waitFor()
    })
  })
})
