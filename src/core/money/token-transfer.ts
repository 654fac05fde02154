/** What an ERC-681 URI of a token transfer asks for. */
type TokenTransfer = { contract: string; chainId: number; recipient: string; amount: bigint }

/** Exactly two parameters. Their limited length bounds every number here. */
const TRANSFER =
  /^ethereum:(?:pay-)?(?<contract>0x[0-9a-f]{40})@(?<chainId>[1-9]\d{0,14})\/transfer\?(?<query>\w+=[\w.+-]{1,100}&\w+=[\w.+-]{1,100})$/i

/**
 * Reads the URI of a token transfer (ERC-681). Stricter than the standard, so that a wallet never guesses: it requires
 * a chain id, hexadecimal addresses, and exactly the parameters `address` and `uint256`.
 * @returns undefined for any other URI
 */
export function readTokenTransfer(uri: string): TokenTransfer | undefined {
  const parts = TRANSFER.exec(uri)?.groups
  if (!parts) return undefined
  const { contract, chainId, query } = parts as Record<"contract" | "chainId" | "query", string>
  const given = new Map(query.split("&").map((one) => one.split("=") as [string, string]))
  const recipient = String(given.get("address"))
  const amount = readNumber(String(given.get("uint256")))
  if (!/^0x[0-9a-f]{40}$/i.test(recipient) || amount === undefined) return undefined
  return { contract, chainId: Number(chainId), recipient, amount }
}

/** ERC-681 `number`, whole and positive: "25.5e6" is 25500000. */
function readNumber(text: string): bigint | undefined {
  const parts = /^\+?(\d+)(?:\.(\d+))?(?:e\+?(\d{1,2}))?$/i.exec(text)
  if (!parts) return undefined
  const [, whole, fraction = "", exponent = "0"] = parts
  const zeros = Number(exponent) - fraction.length
  if (zeros < 0) return undefined
  const number = BigInt(`${whole}${fraction}${"0".repeat(zeros)}`)
  return number > 0n && number < 2n ** 256n ? number : undefined
}

/** Call data of ERC-20's `transfer(address,uint256)`: a 4-byte selector, then 32 bytes an argument (contract ABI). */
export const transferCall = ({ recipient, amount }: TokenTransfer): string =>
  `0xa9059cbb${word(recipient.slice(2).toLowerCase())}${word(amount.toString(16))}`

const word = (hex: string): string => hex.padStart(64, "0")
