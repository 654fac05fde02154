import type { Page } from "playwright-core"
import { until } from "../support/until"
import { openComponent } from "./support/component/open"
import { startEvmNode } from "./support/evm-node"
import { seen, sql } from "./support/payer"
import { askNow, describeShopper, endQuoteIn, type Shopper } from "./support/shopper"
import { type Answers, giveWallet } from "./support/wallet"

/** Base Sepolia, which the sandbox's URIs have for Base. */
const CHAIN_ID = 84532
const BASE = `0x${CHAIN_ID.toString(16)}`
const ACCOUNT = "0x8e23ee67d1332ad560396262c48ffbb01f93d052"
const HASH = `0x${"ab".repeat(32)}`
const RECEIPT = "eth_getTransactionReceipt"
const SENT = "Do not pay again: this page shows"
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
const onPayPage: Surface = async (_shopper, data, page) => void (await page.goto(`/crypto-payments/${data.token}`))
const SURFACES: [string, Surface][] = [
  ["on the pay page", onPayPage],
  ["in the component", async (shopper, data, page) => void (await openComponent(shopper, data.token, { page }))],
]

describeShopper("paying from a browser wallet", (shopper) => {
  /** A shopper with a typical wallet. `special` replaces single answers. */
  const withWallet = async (special: Answers = () => undefined, names: string[] = [], open = onPayPage) => {
    const { data } = await shopper.order({ asset: "USDC", chain: "base" })
    const page = await shopper.newPage({ clock: "runs" })
    const asked = await giveWallet(page, async (one) => (await special(one)) ?? usually(one.method), names)
    await open(shopper, data, page)
    return { data, page, asked, times: (method: string) => asked.filter((one) => one.method === method).length }
  }

  /** The page asks for the receipt of a sent transaction every three seconds. */
  const untilReceiptAsked = (page: Page, times: (method: string) => number, atLeast: number) =>
    until("the wallet is asked for the receipt", async () => {
      await page.clock.fastForward(3_000)
      return times(RECEIPT) >= atLeast
    })

  describe.each(SURFACES)("%s", (_where, open) => {
    let chain: Awaited<ReturnType<typeof startEvmNode>>
    beforeAll(async () => (chain = await startEvmNode(CHAIN_ID)))
    afterAll(() => chain?.stop())

    /** A payment in a token of the local chain, because that chain does not have Circle's contract. */
    const orderOnChain = async () => {
      const { data } = await shopper.order({ asset: "USDC", chain: "base" })
      const contract = await chain.deployToken(10n ** 12n)
      const uri = data.uri.replace(/0x[0-9a-fA-F]{40}@/, `${contract}@`)
      await sql(shopper.place, "UPDATE crypto_payment SET uri = $1 WHERE external_id = $2", [uri, data.payment_id])
      return { data, contract }
    }

    it("forgets a transfer that ran out of gas, and then transfers exactly the amount, on a local EVM chain", async () => {
      const { data, contract } = await orderOnChain()
      // A transfer needs about 50,000.
      let gas: string | undefined = `0x${(30_000).toString(16)}`
      const page = await shopper.newPage({ clock: "runs" })
      const asked = await giveWallet(page, ({ method, params }) => {
        if (method === "eth_requestAccounts") return chain.ask("eth_accounts")
        return chain.ask(method, ...(method === "eth_sendTransaction" ? [{ ...Object(params[0]), gas }] : params))
      })
      const methods = () => asked.map(({ method }) => method)
      await open(shopper, data, page)
      const otherWays = ["Send only USDC on Base.", "Open in wallet", "Scan with a wallet on another device"]
      const areVisible = () => Promise.all(otherWays.map((text) => page.getByText(text).isVisible()))
      await payButton(page).click()
      await untilReceiptAsked(page, (one) => methods().filter((method) => method === one).length, 1)
      await said(page, FAILED)
      expect(await linkOf(page).count()).toBe(0)
      expect(await areVisible()).toEqual([true, true, true])
      expect(await chain.balanceOf(contract, data.address)).toBe(0n)
      await page.reload()
      await payButton(page).waitFor()
      expect(await linkOf(page).count()).toBe(0)

      gas = undefined
      asked.splice(0)
      await payButton(page).click()
      await said(page, SENT)
      expect(await areVisible()).toEqual([false, false, false])
      await heading(page, "Sent").waitFor()
      for (const asking of [page.getByRole("timer"), page.getByText(data.address), page.getByText("Copy")])
        expect(await asking.filter({ visible: true }).count()).toBe(0)
      const href = await linkOf(page).getAttribute("href")
      const [hash] = /0x[0-9a-f]{64}$/.exec(href ?? "") ?? []
      expect(href).toBe(`https://sepolia.basescan.org/tx/${hash}`)
      const receipt = await until("it is in a block", () => chain.ask(RECEIPT, hash))
      expect(receipt).toMatchObject({ status: "0x1", to: contract.toLowerCase(), from: chain.account.toLowerCase() })
      expect(await chain.balanceOf(contract, data.address)).toBe(BigInt(data.pay_amount.base))
      expect(methods().filter((method) => method !== RECEIPT)).toEqual([
        "eth_requestAccounts",
        "eth_chainId",
        "eth_call",
        "eth_sendTransaction",
      ])

      // A reload does not offer to pay again.
      await page.reload()
      await said(page, SENT)
      expect(await payButton(page).count()).toBe(0)
      await seen(shopper.place, data.payment_id, 1)
      await askNow(page)
      await heading(page, "We see your payment").waitFor()
      expect(await linkOf(page).getAttribute("href")).toBe(href)
      expect(await heading(page, "Sent").count()).toBe(0)
      await shopper.settle(data)
      await askNow(page)
      await heading(page, "Paid").waitFor()
      await linkOf(page).waitFor()
    })

    it("says that it was sent until the transaction fails, also after the price expired, and asks for no other payment", async () => {
      let answer = (): unknown => null
      const special: Answers = ({ method }) => (method === RECEIPT ? answer() : undefined)
      const { data, page, times } = await withWallet(special, ["Fox"], open)
      await payButton(page).click()
      await untilReceiptAsked(page, times, 1)
      answer = () => {
        throw refusal(-32603)
      }
      await untilReceiptAsked(page, times, times(RECEIPT) + 2)
      await said(page, SENT)
      // In the last minute a new price is offered, and another asset at any time.
      await endQuoteIn(shopper.place, data.payment_id, 50)
      await page.reload()
      await said(page, SENT)
      await page.locator('[role="timer"]').getByText(/^0:/).waitFor({ state: "attached" })
      for (const offer of ["Get a new price", "Pay with something else"]) {
        expect(await page.getByText(offer).filter({ visible: true }).count()).toBe(0)
      }

      const newPrice = page.getByRole("button", { name: "Get a new price" })
      const toPay = page.getByText("A price lasts only")
      await endQuoteIn(shopper.place, data.payment_id, -1)
      await askNow(page)
      for (const again of [() => page.reload(), () => undefined]) {
        await heading(page, "This price has expired").waitFor()
        await said(page, SENT)
        expect(await linkOf(page).getAttribute("href")).toBe(`https://sepolia.basescan.org/tx/${HASH}`)
        expect(await newPrice.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe("rgb(255, 255, 255)")
        expect(await toPay.filter({ visible: true }).count()).toBe(0)
        await again()
      }

      answer = () => ({ status: "0x0" })
      await untilReceiptAsked(page, times, times(RECEIPT) + 1)
      await said(page, FAILED)
      expect(await linkOf(page).count()).toBe(0)
      expect(await toPay.isVisible()).toBe(true)
      await page.reload()
      await heading(page, "This price has expired").waitFor()
      expect(await linkOf(page).count()).toBe(0)
    })

    it("sends nothing when the quote expires while the wallet asks for the account", async () => {
      let answer = (_accounts: string[]): void => undefined
      const special: Answers = ({ method }) =>
        method === "eth_requestAccounts" ? new Promise((resolve) => (answer = resolve)) : undefined
      const { page, data, times } = await withWallet(special, [], open)
      await payButton(page).click()
      await until("the wallet is asked", () => times("eth_requestAccounts") > 0)
      await endQuoteIn(shopper.place, data.payment_id, -1)
      await askNow(page)
      await heading(page, "This price has expired").waitFor()
      answer([ACCOUNT])
      await until("the balance is read", () => times("eth_call") > 0)
      await page.clock.runFor(100)
      expect(times("eth_sendTransaction")).toBe(0)
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

  it.each(SURFACES)(
    "opens the payment in a wallet's app from a phone without a wallet in its browser, %s",
    async (_where, open) => {
      const { data } = await shopper.order({ asset: "USDC", chain: "base" })
      const page = await shopper.newPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
      await open(shopper, data, page)
      const link = (name: string) => page.getByRole("link", { name: `Open in ${name}` })
      const href = (name: string) => link(name).getAttribute("href")
      const shown = `${shopper.place.url}/crypto-payments/${data.token}`
      expect(await href("MetaMask")).toBe(`https://link.metamask.io/dapp/${shown.replace("http://", "")}`)
      // A link inside a frame opens no app.
      expect(await link("MetaMask").getAttribute("target")).toBe("_top")
      expect(await href("Coinbase Wallet")).toBe(`https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(shown)}`)
    },
  )

  it("is offered on the open page when the shopper chooses a token, or gets a new price on a phone", async () => {
    const { data } = await shopper.order()
    const page = await shopper.newPage()
    await giveWallet(page, ({ method }) => usually(method))
    await onPayPage(shopper, data, page)
    await page.getByText("Pay with something else").click()
    await page.getByRole("button", { name: "USDC on Base" }).click()
    await payButton(page).waitFor()

    const { data: late } = await shopper.order({ asset: "USDC", chain: "base" })
    await endQuoteIn(shopper.place, late.payment_id, -1)
    const phone = await shopper.newPage({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
    await onPayPage(shopper, late, phone)
    await phone.getByRole("button", { name: "Get a new price" }).click()
    await phone.getByRole("link", { name: "Open in MetaMask" }).waitFor()
  })

  // The pay page and the component run the same function, so these rules are proven on one of them.

  it("explains why nothing was sent, and pays when pressed again", async () => {
    const refused = (code: number) => () => {
      throw refusal(code)
    }
    const wrongs: [string, () => unknown, string][] = [
      ["eth_chainId", () => "0x1", "Your wallet did not switch to Base."],
      ["eth_call", () => "0x01", "Your wallet does not have enough USDC on Base."],
      // The contract's address has no token.
      ["eth_call", () => "0x", "Your wallet reported an error."],
      ["eth_requestAccounts", () => [], "You declined in your wallet."],
      ["eth_requestAccounts", refused(-32002), "Confirm the payment in your wallet."],
      ["eth_requestAccounts", refused(4001), "You declined in your wallet. Nothing was sent."],
      ["eth_sendTransaction", refused(-32000), "It may lack ETH for the network fee."],
      ["eth_sendTransaction", refused(4001), "You declined in your wallet. Nothing was sent."],
    ]
    let special: Answers = () => undefined
    const { page, times } = await withWallet((one) => special(one))
    for (const [wrong, answer, text] of wrongs) {
      special = ({ method }) => (method === wrong ? answer() : undefined)
      await payButton(page).click()
      await page.locator('[class$="wallets"][aria-busy="false"]').waitFor()
      expect(await page.locator('[class$="wallets"] [role="status"]').innerText()).toContain(text)
      expect(await linkOf(page).count()).toBe(0)
      if (wrong !== "eth_sendTransaction") expect(times("eth_sendTransaction")).toBe(0)
    }
    special = () => undefined
    await payButton(page).click()
    await said(page, SENT)
    expect(times("eth_sendTransaction")).toBe(3)
  })

  it("keeps the second transaction when another tab learns later that the first one failed", async () => {
    const [first, second] = [HASH, `0x${"cd".repeat(32)}`]
    const hashes = [first, second]
    const receiptOf = (hash: unknown) => (hash === first ? { status: "0x0" } : null)
    const { data, page, times } = await withWallet(({ method, params }) =>
      method === "eth_sendTransaction" ? hashes.shift() : method === RECEIPT ? receiptOf(params[0]) : undefined,
    )
    let isLate = true
    const other = await page.context().newPage()
    await giveWallet(other, ({ method, params }) =>
      method === RECEIPT && !isLate ? receiptOf(params[0]) : usually(method),
    )
    await onPayPage(shopper, data, other)
    await payButton(other).waitFor()
    await payButton(page).click()
    await untilReceiptAsked(page, times, 1)
    await said(page, FAILED)
    await said(other, SENT)
    await payButton(page).click()
    await said(page, SENT)
    isLate = false
    await other.clock.fastForward(3_000)
    await other.locator(`a[href$="${second}"]`).waitFor()
    await said(other, SENT)
    await page.reload()
    await page.locator(`a[href$="${second}"]`).waitFor()
  })

  it("has a button for each wallet that announces itself, and asks the chosen one once after a double click", async () => {
    const { page, asked, times } = await withWallet(() => undefined, ["Fox", "<b>Rabbit</b>"])
    await payButton(page, "Pay from browser wallet: Fox").locator("img").waitFor()
    await payButton(page, "Pay from browser wallet: <b>Rabbit</b>").dblclick()
    await said(page, SENT)
    expect(await payButton(page).count()).toBe(0)
    expect(times("eth_requestAccounts")).toBe(1)
    const sent = expect.objectContaining({ from: ACCOUNT, value: "0x0", chainId: BASE })
    expect(asked.filter(({ method }) => method === "eth_sendTransaction")).toEqual([
      { method: "eth_sendTransaction", params: [sent] },
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
    await said(page, SENT)
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

  it("sends once from several tabs, which ask for one confirmation at a time and all say that it was sent", async () => {
    let confirm = (_hash: string): void => undefined
    let giveAccount = (_accounts: string[]): void => undefined
    const { data, page, times } = await withWallet(({ method }) =>
      method === "eth_sendTransaction" ? new Promise((resolve) => (confirm = resolve)) : undefined,
    )
    const [second, late] = [await page.context().newPage(), await page.context().newPage()]
    const ofSecond = await giveWallet(second, ({ method }) => usually(method))
    const ofLate = await giveWallet(late, ({ method }) =>
      method === "eth_requestAccounts" ? new Promise((resolve) => (giveAccount = resolve)) : usually(method),
    )
    for (const tab of [second, late]) await onPayPage(shopper, data, tab)
    await payButton(late).click()
    await until("the wallet of the late tab is asked", () => ofLate.length > 0)
    await payButton(page).click()
    await until("the wallet shows it", () => times("eth_sendTransaction") > 0)
    await payButton(second).click()
    await until("the balance is read", () => ofSecond.some(({ method }) => method === "eth_call"))
    await second.locator('[class$="wallets"][aria-busy="false"]').waitFor()
    await said(second, "Confirm the payment in your wallet.")
    confirm(HASH)
    for (const tab of [page, second]) await said(tab, SENT)
    giveAccount([ACCOUNT])
    await until("the balance is read", () => ofLate.some(({ method }) => method === "eth_call"))
    await late.locator('[class$="wallets"][aria-busy="false"]').waitFor()
    for (const tab of [second, late]) {
      await said(tab, SENT)
      await linkOf(tab).waitFor()
      expect(await payButton(tab).count()).toBe(0)
    }
    const sent = [...ofSecond, ...ofLate].filter(({ method }) => method === "eth_sendTransaction")
    expect(sent).toEqual([])
  })
})
