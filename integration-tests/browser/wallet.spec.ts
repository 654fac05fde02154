import type { Page } from "playwright-core"
import { until } from "../support/until"
import { openComponent } from "./support/component/open"
import { type EvmNode, startEvmNode } from "./support/evm-node"
import { adminApi, rowInState, sandboxOf, sql } from "./support/payer"
import { askNow, describeShopper, endQuoteIn, type Shopper } from "./support/shopper"
import { type Answers, giveWallet } from "./support/wallet"

/** Base Sepolia, which the sandbox's URIs have for Base. */
const CHAIN_ID = 84532
const BASE = `0x${CHAIN_ID.toString(16)}`
const ACCOUNT = "0x8e23ee67d1332ad560396262c48ffbb01f93d052"
const HASH = `0x${"ab".repeat(32)}`
const RECEIPT = "eth_getTransactionReceipt"
const FAILED = "The transaction failed. Nothing was paid."

const refusal = (code: number) => Object.assign(new Error(`code ${code}`), { code })
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true })
const payButton = (page: Page, name = "Pay from browser wallet") => page.getByRole("button", { name })
const linkOf = (page: Page) => page.getByRole("link", { name: "Show the transaction" })
const said = (page: Page, text: string) => page.getByRole("status").getByText(text).waitFor()

/** The answers of a typical wallet. */
const usually = (method: string) => {
  const answers: Record<string, unknown> = {
    eth_requestAccounts: [ACCOUNT],
    eth_chainId: BASE,
    eth_call: `0x${"f".repeat(64)}`,
    eth_sendTransaction: HASH,
    wallet_switchEthereumChain: null,
    wallet_addEthereumChain: null,
  }
  return answers[method]
}

type Surface = (shopper: Shopper, data: { token: string }, page: Page) => Promise<void>
const SURFACES: Record<string, Surface> = {
  "on the pay page": async (_shopper, data, page) => {
    await page.goto(`/crypto-payments/${data.token}`)
  },
  "in the component": async (shopper, data, page) => {
    await openComponent({ ...shopper, newPage: async () => page }, data.token)
  },
}

describeShopper("paying from a browser wallet", (shopper) => {
  describe.each(Object.entries(SURFACES))("%s", (_where, open) => {
    let chain: EvmNode
    beforeAll(async () => {
      chain = await startEvmNode(CHAIN_ID)
    })
    afterAll(() => chain?.stop())

    /** A shopper with a typical wallet. `special` replaces single answers. */
    const withWallet = async (special: Answers = () => undefined, names: string[] = []) => {
      const { data } = await shopper.order({ asset: "USDC", chain: "base" })
      const page = await shopper.newPage()
      const asked = await giveWallet(page, async (one) => (await special(one)) ?? usually(one.method), names)
      await open(shopper, data, page)
      const methods = () => asked.map(({ method }) => method)
      return { data, page, asked, methods }
    }

    /** A payment in a token of the local chain, because that chain does not have Circle's contract. */
    const orderOnChain = async () => {
      const { data } = await shopper.order({ asset: "USDC", chain: "base" })
      const contract = await chain.deployToken(10n ** 12n)
      const uri = data.uri.replace(/0x[0-9a-fA-F]{40}@/, `${contract}@`)
      const to = [uri, data.payment_id]
      await sql(shopper.place, "UPDATE crypto_payment SET uri = $1 WHERE external_id = $2", to)
      return { data, contract }
    }

    /** The answers of a wallet on the local chain. */
    const onChain: Answers = ({ method, params }) =>
      chain.ask(method === "eth_requestAccounts" ? "eth_accounts" : method, ...params)

    it("transfers exactly the quote's amount to its address on a local EVM chain", async () => {
      const { data, contract } = await orderOnChain()
      const page = await shopper.newPage()
      const asked = await giveWallet(page, onChain)
      await open(shopper, data, page)
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      const link = page.getByRole("link", { name: "Show the transaction" })
      const [hash] = /0x[0-9a-f]{64}$/.exec((await link.getAttribute("href")) ?? "") ?? []
      expect(await link.getAttribute("href")).toBe(`https://sepolia.basescan.org/tx/${hash}`)
      const receipt = await until("it is in a block", () => chain.ask("eth_getTransactionReceipt", hash))
      expect(receipt).toMatchObject({ status: "0x1", to: contract.toLowerCase(), from: chain.account.toLowerCase() })
      expect(await chain.balanceOf(contract, data.address)).toBe(BigInt(data.pay_amount.base))
      expect(asked.map(({ method }) => method).filter((method) => method !== RECEIPT)).toEqual([
        "eth_requestAccounts",
        "eth_chainId",
        "eth_call",
        "eth_sendTransaction",
      ])

      // A reload does not offer to pay again.
      await page.reload()
      await said(page, "Sent. Do not pay again")
      expect(await payButton(page).count()).toBe(0)
      await sandboxOf(shopper.place).pay(data.payment_id)
      await rowInState(shopper.place, data.payment_id, "settled")
      await heading(page, "Paid").waitFor()
    })

    it("forgets a transfer that ran out of gas, and pays when pressed again", async () => {
      const { data, contract } = await orderOnChain()
      // A transfer needs about 50,000.
      let gas: string | undefined = `0x${(30_000).toString(16)}`
      const page = await shopper.newPage()
      await giveWallet(page, ({ method, params }) =>
        onChain({ method, params: method === "eth_sendTransaction" ? [{ ...Object(params[0]), gas }] : params }),
      )
      await open(shopper, data, page)
      await payButton(page).click()
      await said(page, FAILED)
      expect(await linkOf(page).count()).toBe(0)
      const otherWallet = page.getByRole("link", { name: "Open in wallet" })
      const code = page.getByText("Scan with your wallet")
      for (const way of [payButton(page), otherWallet, code]) expect(await way.isVisible()).toBe(true)
      expect(await chain.balanceOf(contract, data.address)).toBe(0n)
      await page.reload()
      await payButton(page).waitFor()
      expect(await linkOf(page).count()).toBe(0)
      gas = undefined
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      const paid = BigInt(data.pay_amount.base)
      await until("it is in a block", async () => (await chain.balanceOf(contract, data.address)) === paid)
    })

    it("changes nothing without a receipt, and shows after the price expired that the transaction failed", async () => {
      let answer = (): unknown => null
      const { data, page, methods } = await withWallet(
        ({ method }) => (method === RECEIPT ? answer() : undefined),
        ["Fox"],
      )
      const askedTimes = () => methods().filter((method) => method === RECEIPT).length
      await payButton(page).click()
      await until("the receipt is asked for", () => askedTimes() > 0)
      answer = () => {
        throw refusal(-32603)
      }
      const before = askedTimes()
      await until("the receipt is asked for twice again", () => askedTimes() > before + 1)
      await said(page, "Sent. Do not pay again")
      await endQuoteIn(shopper.place, data.payment_id, -1)
      await page.evaluate(() => dispatchEvent(new Event("online")))
      await heading(page, "This price has expired").waitFor()
      await linkOf(page).waitFor()
      answer = () => ({ status: "0x0" })
      await said(page, FAILED)
      expect(await linkOf(page).count()).toBe(0)
      expect(await page.getByText("Get a new price to pay").isVisible()).toBe(true)
      await page.reload()
      await heading(page, "This price has expired").waitFor()
      expect(await linkOf(page).count()).toBe(0)
    })

    it("keeps the second transaction when another tab learns later that the first one failed", async () => {
      const [first, second] = [HASH, `0x${"cd".repeat(32)}`]
      const hashes = [first, second]
      const receiptOf = (hash: unknown) => (hash === first ? { status: "0x0" } : null)
      const { data, page } = await withWallet(({ method, params }) =>
        method === "eth_sendTransaction" ? hashes.shift() : method === RECEIPT ? receiptOf(params[0]) : undefined,
      )
      let isLate = true
      const other = await page.context().newPage()
      await giveWallet(other, ({ method, params }) =>
        method === RECEIPT && !isLate ? receiptOf(params[0]) : usually(method),
      )
      await open(shopper, data, other)
      await payButton(other).waitFor()
      await payButton(page).click()
      await said(page, FAILED)
      await said(other, "Sent. Do not pay again")
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      isLate = false
      await other.locator(`a[href$="${second}"]`).waitFor()
      await said(other, "Sent. Do not pay again")
      await page.reload()
      await page.locator(`a[href$="${second}"]`).waitFor()
    })

    it("has a button for each wallet that announces itself, and pays from the chosen one", async () => {
      const { data, page, asked } = await withWallet(() => undefined, ["Fox", "<b>Rabbit</b>"])
      await payButton(page, "Pay from browser wallet: Fox").waitFor()
      // The warning for shoppers who pay from another wallet stays.
      const warning = page.getByText("Send only USDC on Base.")
      await warning.waitFor()
      const otherWallet = page.getByRole("link", { name: "Open in wallet" })
      expect(await otherWallet.isVisible()).toBe(true)
      await payButton(page, "Pay from browser wallet: <b>Rabbit</b>").click()
      await said(page, "Sent. Do not pay again")
      const code = page.getByText("Scan with your wallet")
      for (const asks of [warning, otherWallet, code]) expect(await asks.isVisible()).toBe(false)
      await page.getByText(data.address).waitFor()
      expect(await payButton(page).count()).toBe(0)
      const sent = asked.filter(({ method }) => method === "eth_sendTransaction")
      expect(sent).toEqual([
        {
          method: "eth_sendTransaction",
          params: [expect.objectContaining({ from: ACCOUNT, value: "0x0", chainId: BASE })],
        },
      ])
    })

    it("switches the wallet to the chain, and adds the chain if the wallet does not know it", async () => {
      let on = "0x1"
      let known = false
      const { page, asked } = await withWallet(({ method }) => {
        if (method === "eth_chainId") return on
        if (method === "wallet_addEthereumChain") known = true
        if (method !== "wallet_switchEthereumChain") return undefined
        if (!known) throw refusal(4902)
        on = BASE
      })
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      const added = asked.find(({ method }) => method === "wallet_addEthereumChain")
      expect(added?.params).toEqual([
        {
          chainId: BASE,
          chainName: "Base Sepolia",
          nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
          rpcUrls: ["https://sepolia.base.org"],
          blockExplorerUrls: ["https://sepolia.basescan.org"],
        },
      ])
    })

    it.each([
      ["the wallet stays on another chain", "eth_chainId", () => "0x1", "Your wallet did not switch to Base."],
      ["the wallet has too few tokens", "eth_call", () => "0x01", "Your wallet does not have enough USDC on Base."],
      ["the contract's address has no token", "eth_call", () => "0x", "Your wallet reported an error."],
      ["the wallet gives no account", "eth_requestAccounts", () => [], "You declined in your wallet."],
    ])("sends nothing when %s", async (_why, wrong, answer, text) => {
      const { page, methods } = await withWallet(({ method }) => (method === wrong ? answer() : undefined))
      await payButton(page).click()
      await said(page, text)
      expect(methods()).not.toContain("eth_sendTransaction")
      expect(await payButton(page).isVisible()).toBe(true)
    })

    it.each([
      ["eth_requestAccounts", 4001, "You declined in your wallet. Nothing was sent."],
      ["eth_requestAccounts", -32002, "Confirm the payment in your wallet."],
      ["eth_sendTransaction", 4001, "You declined in your wallet. Nothing was sent."],
      ["eth_sendTransaction", -32000, "It may lack ETH for the network fee."],
    ])("explains a refusal of %s with code %i, and pays when pressed again", async (refused, code, text) => {
      let times = 0
      const { page } = await withWallet(({ method }) => {
        if (method === refused && times++ === 0) throw refusal(code)
        return undefined
      })
      await payButton(page).click()
      await said(page, text)
      await page.locator('[class$="wallets"][aria-busy="false"]').waitFor()
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
    })

    it("sends nothing when the quote expires while the wallet asks for the account", async () => {
      let answer = (_accounts: string[]): void => undefined
      const { page, data, methods } = await withWallet(({ method }) =>
        method === "eth_requestAccounts" ? new Promise((resolve) => (answer = resolve)) : undefined,
      )
      await payButton(page).click()
      await until("the wallet is asked", () => methods().includes("eth_requestAccounts"))
      await endQuoteIn(shopper.place, data.payment_id, -1)
      await page.evaluate(() => dispatchEvent(new Event("online")))
      await heading(page, "This price has expired").waitFor()
      answer([ACCOUNT])
      await until("the balance is read", () => methods().includes("eth_call"))
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(methods()).not.toContain("eth_sendTransaction")
    })

    it("asks the wallet once after a double click", async () => {
      let answer = (_accounts: string[]): void => undefined
      const { page, methods } = await withWallet(({ method }) =>
        method === "eth_requestAccounts" ? new Promise((resolve) => (answer = resolve)) : undefined,
      )
      await payButton(page).dblclick()
      await until("the wallet is asked", () => methods().includes("eth_requestAccounts"))
      answer([ACCOUNT])
      await said(page, "Sent. Do not pay again")
      expect(methods().filter((method) => method === "eth_requestAccounts")).toHaveLength(1)
    })

    it("sends nothing when another tab of the browser has already sent the payment", async () => {
      let answer = (_accounts: string[]): void => undefined
      const { data, page } = await withWallet()
      const [late, idle] = [await page.context().newPage(), await page.context().newPage()]
      const asked = await giveWallet(late, ({ method }) =>
        method === "eth_requestAccounts" ? new Promise((resolve) => (answer = resolve)) : usually(method),
      )
      await giveWallet(idle, ({ method }) => usually(method))
      for (const tab of [late, idle]) await open(shopper, data, tab)
      await payButton(late).click()
      await until("the wallet is asked", () => asked.length > 0)
      await payButton(idle).waitFor()
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      await said(idle, "Sent. Do not pay again")
      answer([ACCOUNT])
      await until("the balance is read", () => asked.some(({ method }) => method === "eth_call"))
      await late.locator('[class$="wallets"][aria-busy="false"]').waitFor()
      await said(late, "Sent. Do not pay again")
      for (const tab of [late, idle]) {
        await tab.getByRole("link", { name: "Show the transaction" }).waitFor()
        expect(await payButton(tab).count()).toBe(0)
      }
      expect(asked.map(({ method }) => method)).not.toContain("eth_sendTransaction")
    })

    it("asks for only one confirmation at a time in two tabs", async () => {
      let confirm = (_hash: string): void => undefined
      const { data, page, methods } = await withWallet(({ method }) =>
        method === "eth_sendTransaction" ? new Promise((resolve) => (confirm = resolve)) : undefined,
      )
      const second = await page.context().newPage()
      const asked = await giveWallet(second, ({ method }) => usually(method))
      await open(shopper, data, second)
      await payButton(page).click()
      await until("the wallet shows it", () => methods().includes("eth_sendTransaction"))
      await payButton(second).click()
      await until("the balance is read", () => asked.some(({ method }) => method === "eth_call"))
      await second.locator('[class$="wallets"][aria-busy="false"]').waitFor()
      await said(second, "Confirm the payment in your wallet.")
      confirm(HASH)
      for (const tab of [page, second]) await said(tab, "Sent. Do not pay again")
      expect(asked.map(({ method }) => method)).not.toContain("eth_sendTransaction")
    })

    it("offers no other price or asset while the price of the sent payment is valid", async () => {
      const { data, page } = await withWallet()
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      // In the last minute a new price is offered, and another asset at any time.
      await endQuoteIn(shopper.place, data.payment_id, 50)
      await page.reload()
      await said(page, "Sent. Do not pay again")
      await page.getByRole("timer").getByText(/^0:/).waitFor()
      for (const offer of ["Get a new price", "Pay with something else"]) {
        expect(await page.getByText(offer).filter({ visible: true }).count()).toBe(0)
      }
    })

    it("still says that the payment was sent after the price expired, and makes a new price secondary", async () => {
      const { data, page } = await withWallet()
      await payButton(page).click()
      await said(page, "Sent. Do not pay again")
      const newPrice = page.getByRole("button", { name: "Get a new price" })
      const colour = () => newPrice.evaluate((button) => getComputedStyle(button).backgroundColor)
      await endQuoteIn(shopper.place, data.payment_id, -1)
      await page.evaluate(() => dispatchEvent(new Event("online")))
      for (const again of [() => page.reload(), () => undefined]) {
        await heading(page, "This price has expired").waitFor()
        await said(page, "Sent. Do not pay again")
        const link = page.getByRole("link", { name: "Show the transaction" })
        expect(await link.getAttribute("href")).toBe(`https://sepolia.basescan.org/tx/${HASH}`)
        expect(await colour()).toBe("rgb(255, 255, 255)")
        expect(await page.getByText("Get a new price to pay").filter({ visible: true }).count()).toBe(0)
        await again()
      }
    })

    it.each([
      ["there is no wallet", "USDC", false],
      ["the asset is a coin", "BTC", true],
    ])("shows no button and loads no script when %s", async (_why, asset, has) => {
      const { data } = await shopper.order(asset === "USDC" ? { asset, chain: "base" } : { asset })
      const page = await shopper.newPage()
      if (has) await giveWallet(page, () => null)
      const loaded: string[] = []
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname))
      await open(shopper, data, page)
      await page.getByText(data.pay_amount.display).first().waitFor()
      expect(await payButton(page).count()).toBe(0)
      expect(loaded).not.toContain("/crypto-payments/wallet")
    })
  })

  it("still shows on the page of a payment link that the payment was sent after its price expired", async () => {
    const { data, orderId } = await shopper.order({ asset: "USDC", chain: "base" })
    const asked = await (await adminApi(shopper.place)).post(`/admin/crypto-payments/orders/${orderId}/payment-link`)
    const page = await shopper.newPage()
    await giveWallet(page, ({ method }) => usually(method))
    await page.goto(new URL(asked.payment_link.link.url).pathname)
    await payButton(page).click()
    await said(page, "Sent. Do not pay again")
    await endQuoteIn(shopper.place, data.payment_id, -1)
    await askNow(page)
    for (const again of [() => page.reload(), () => undefined]) {
      await heading(page, "This price has expired").waitFor()
      await said(page, "Sent. Do not pay again")
      const link = page.getByRole("link", { name: "Show the transaction" })
      expect(await link.getAttribute("href")).toBe(`https://sepolia.basescan.org/tx/${HASH}`)
      await page.getByText(/Already paid\? Your payment will be found/).waitFor()
      await again()
    }
    await page.getByRole("button", { name: "Get a new price" }).click()
    await heading(page, "Pay with USDC").waitFor()
  })
})
