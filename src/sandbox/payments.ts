import { createHash, randomBytes } from "node:crypto"
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bech32, createBase58check } from "@scure/base"
import { ASSET_FACTS, type Asset, type EvmChain, evmFacts } from "../core/assets/registry"
import type { CreatePaymentRequest } from "../store-api/wire"
import {
  type PayOptions,
  type Report,
  SandboxError,
  type SandboxOptions,
  type SandboxPayment,
  type SandboxStatus,
} from "./types"

type LedgerOptions = Required<Pick<SandboxOptions, "clock" | "quoteSeconds" | "confirmationsNeeded">> & {
  /** Whether its keys are live ones, whose payments are on main networks. */
  live: boolean
  onCompleted: (payment: SandboxPayment) => void
}

export type Ledger = ReturnType<typeof createLedger>

function statusOf({ completedAt, seenAt, quoteExpiresAt }: PaymentRecord, now: Date): SandboxStatus {
  if (completedAt) return "completed"
  if (seenAt) return "confirming"
  return now >= new Date(quoteExpiresAt) ? "expired" : "awaiting_payment"
}

export function createLedger({ clock, quoteSeconds, confirmationsNeeded, live, onCompleted }: LedgerOptions) {
  const records = new Map<string, PaymentRecord>()
  /** So that addresses differ between runs. */
  const seed = randomBytes(16).toString("hex")
  const view = (record: PaymentRecord): SandboxPayment =>
    structuredClone({ ...record, status: statusOf(record, clock()) })

  const recordOf = (id: string): PaymentRecord => {
    const record = records.get(id)
    if (!record) throw new SandboxError(404, "not_found", `There is no payment ${id}.`)
    return record
  }

  const complete = (record: PaymentRecord): void => {
    record.completedAt = clock().toISOString()
    onCompleted(view(record))
  }

  const payLate = (id: string, { confirmations, complete: clears }: PayOptions = {}): SandboxPayment => {
    const record = recordOf(id)
    if (record.completedAt) throw new SandboxError(409, "already_completed", "The payment has cleared already.")
    const shown = confirmations ?? (clears === false ? 0 : confirmationsNeeded)
    record.seenAt ??= clock().toISOString()
    record.reported = null
    record.confirmations = Math.max(record.confirmations, shown)
    if (clears ?? record.confirmations >= confirmationsNeeded) complete(record)
    return view(record)
  }

  return {
    /**
     * A new payment with an exact amount, a locked rate and a fresh, valid address to which nobody holds the key.
     * @throws SandboxError `invalid_request` without a chain, `invalid_currency` without a rate
     */
    create(request: CreatePaymentRequest): SandboxPayment {
      const { asset, amount, payerIp = null } = request
      const id = `pay_${randomBytes(12).toString("hex")}`
      const hash = createHash("sha256").update(`${seed}:${id}`).digest().subarray(0, 20)
      const address = TEST_ASSETS[asset].address(hash, live)
      const quoted = quote(asset, amount.minor, amount.currency)
      if (!quoted) throw new SandboxError(400, "invalid_currency", `amount.currency: no rate for ${amount.currency}`)
      const { base, pricePerWholeUnit } = quoted
      const createdAt = clock()
      const quoteExpiresAt = new Date(createdAt.getTime() + quoteSeconds * 1000).toISOString()
      const record: PaymentRecord = {
        id,
        address,
        payAmount: { base: base.toString(), asset, decimals: ASSET_FACTS[asset].decimals },
        displayAmount: { ...amount },
        ...route(request, address, base, live),
        rate: { pricePerWholeUnit, expiresAt: quoteExpiresAt },
        quoteExpiresAt,
        confirmations: 0,
        payerIp,
        createdAt: createdAt.toISOString(),
        seenAt: null,
        reported: null,
        completedAt: null,
      }
      records.set(id, record)
      return view(record)
    },

    list: (): SandboxPayment[] => [...records.values()].map(view),

    get: (id: string): SandboxPayment => view(recordOf(id)),

    payLate,

    pay(id: string, options?: PayOptions): SandboxPayment {
      if (statusOf(recordOf(id), clock()) === "expired") {
        throw new SandboxError(409, "quote_expired", "The quote is over; only a late payment can follow.")
      }
      return payLate(id, options)
    },

    confirm(id: string, confirmations?: number): SandboxPayment {
      const record = recordOf(id)
      if (!record.seenAt) throw new SandboxError(409, "not_paid", "Nothing was sent yet, so nothing can confirm.")
      record.confirmations = Math.max(record.confirmations, confirmations ?? record.confirmations + 1)
      if (!record.completedAt && record.confirmations >= confirmationsNeeded) complete(record)
      return view(record)
    },

    report(id: string, report: Report): SandboxPayment {
      const record = recordOf(id)
      if (record.seenAt) throw new SandboxError(409, "already_paid", "The payer has paid already.")
      record.reported = report
      return view(record)
    },

    expire(id: string): SandboxPayment {
      const record = recordOf(id)
      const ended = Math.min(Date.parse(record.quoteExpiresAt), clock().getTime() - 1000)
      record.quoteExpiresAt = record.rate.expiresAt = new Date(ended).toISOString()
      return view(record)
    },
  }
}

/** A payment as stored. Its status is computed from the other fields and the clock. */
type PaymentRecord = Omit<SandboxPayment, "status">

/** BIP-21 for a coin, which ignores a chain; ERC-681 for a token. Throws if a token has no chain. */
function route({ asset, chain }: CreatePaymentRequest, address: string, base: bigint, live: boolean) {
  const { decimals, ownChain, uriScheme } = ASSET_FACTS[asset]
  const { contracts } = TEST_ASSETS[asset]
  if (ownChain) return { chain: ownChain, uri: `${uriScheme}:${address}?amount=${fromUnits(base, decimals)}` }
  if (!chain || !contracts) throw new SandboxError(400, "invalid_request", `chain: required for ${asset}`)
  const { ids, contracts: registered } = evmFacts(chain)
  const contract = live ? `${registered[asset]?.main}@${ids.mainnet}` : `${contracts[chain]}@${ids.testnet}`
  return { chain, uri: `${uriScheme}:${contract}/transfer?address=${address}&uint256=${base}` }
}

/**
 * Decimal places of the locked rate. They are enough for one DOGE in the currency of the table with the highest value.
 */
const RATE_PLACES = 8

/**
 * A decimal string as a whole number of 10^-places. Throws on more digits and does not round, because the tables are
 * ours.
 */
export function toUnits(text: string, places: number): bigint {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text)
  const fraction = match?.[2] ?? ""
  if (!match || fraction.length > places) throw new RangeError(`not a decimal of at most ${places} places: ${text}`)
  return BigInt(`${match[1]}${fraction.padEnd(places, "0")}`)
}

/** The exact decimal of a whole number of 10^-places, without trailing zeros: 100000 at 8 places is "0.001". */
export function fromUnits(units: bigint, places: number): string {
  const digits = units.toString().padStart(places + 1, "0")
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "")
  const whole = digits.slice(0, digits.length - places)
  return fraction === "" ? whole : `${whole}.${fraction}`
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

type Quote = {
  /** Smallest units of the asset to send. */
  base: bigint
  /** Price of one whole unit in the requested currency. The amount is computed from exactly this number. */
  pricePerWholeUnit: string
}

/**
 * The amount to send for a charge, computed from the rate that is shown. Rounds the rate down and the amount up, so
 * that the merchant never gets too little.
 * @param minor charge in minor units of `currency`
 * @returns null if the currency is not in the table
 */
export function quote(asset: Asset, minor: number, currency: string): Quote | null {
  const money = CURRENCIES.get(currency)
  if (!money) return null
  const one = 10n ** BigInt(RATE_PLACES)
  const price = (toUnits(TEST_ASSETS[asset].usd, RATE_PLACES) * one) / toUnits(money.usd, RATE_PLACES)
  const charge = BigInt(minor) * one * 10n ** BigInt(ASSET_FACTS[asset].decimals)
  return {
    base: divideUp(charge, price * 10n ** BigInt(money.exponent)),
    pricePerWholeUnit: fromUnits(price, RATE_PLACES),
  }
}

type Currency = {
  /** Decimal places between one unit and its minor unit. */
  exponent: number
  /** US dollars for one unit. */
  usd: string
}

/** Code, US dollars for one unit (made up and fixed), exponent (ISO 4217, list one). */
const TABLE = `
  USD 1 2, EUR 1.08 2, GBP 1.27 2, CHF 1.12 2, CAD 0.73 2, AUD 0.66 2, NZD 0.61 2, SEK 0.095 2, NOK 0.094 2,
  DKK 0.145 2, PLN 0.25 2, CZK 0.043 2, HUF 0.0028 2, BRL 0.18 2, INR 0.012 2, SGD 0.74 2, JPY 0.0067 0,
  KRW 0.00073 0, KWD 3.25 3, BHD 2.65 3`

/** The currencies that the sandbox can price. A Map, because a plain object also has names such as "constructor". */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  TABLE.split(",").map((row) => {
    const [code = "", usd = "", exponent] = row.trim().split(" ")
    return [code, { usd, exponent: Number(exponent) }]
  }),
)

/** What only the sandbox needs to know about an asset, one entry each. The registry has the rest. */
type TestAsset = {
  /** US dollars for one whole unit: invented, near the prices of 2025, and fixed so that tests can rely on them. */
  usd: string
  /** An address that nobody has the key of. @param hash 20 bytes @param live of the main network, for live keys */
  address: (hash: Uint8Array, live: boolean) => string
  /** A token's contracts on the test networks. */
  contracts?: Readonly<Record<EvmChain, string>>
}

/** Prefixes and version bytes come from `chainparams.cpp` of each coin. */
export const TEST_ASSETS: Readonly<Record<Asset, TestAsset>> = {
  BTC: { usd: "60000", address: (hash, live) => segwitAddress(live ? "bc" : "tb", hash) },
  LTC: { usd: "80", address: (hash, live) => segwitAddress(live ? "ltc" : "tltc", hash) },
  DOGE: { usd: "0.12", address: (hash, live) => base58CheckAddress(live ? 30 : 113, hash) },
  DASH: { usd: "30", address: (hash, live) => base58CheckAddress(live ? 76 : 140, hash) },
  USDC: {
    usd: "1",
    address: evmAddress,
    // developers.circle.com, "USDC contract addresses".
    contracts: {
      base: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
      polygon: "0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582",
    },
  },
  USDT: {
    usd: "1",
    address: evmAddress,
    // Tether has no contract on a test network. Nobody can mistake these placeholders for real ones.
    contracts: {
      base: "0x1111111111111111111111111111111111111111",
      polygon: "0x2222222222222222222222222222222222222222",
    },
  },
}

const base58check = createBase58check(sha256)

/** A segwit address of version 0 (BIP-173). @param program witness program; 20 bytes make a P2WPKH address */
export const segwitAddress = (prefix: string, program: Uint8Array): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(program)])

/** A pay-to-public-key-hash address. @param version first byte, which decides the first letter */
export const base58CheckAddress = (version: number, hash: Uint8Array): string =>
  base58check.encode(Uint8Array.of(version, ...hash))

/** An account address with the mixed-case checksum of EIP-55. @param account 20 bytes */
export function evmAddress(account: Uint8Array): string {
  const hex = Buffer.from(account).toString("hex")
  const hash = Buffer.from(keccak_256(hex)).toString("hex")
  const letters = [...hex].map((letter, place) => (hash.charAt(place) >= "8" ? letter.toUpperCase() : letter))
  return `0x${letters.join("")}`
}
