/** What an ERC-681 URI of a token transfer asks for. */
export type TokenTransfer = { contract: string; chainId: number; recipient: string; amount: bigint }

const TRANSFER =
  /^ethereum:(?:pay-)?(?<contract>0x[0-9a-f]{40})@(?<chainId>[1-9]\d{0,14})\/transfer\?(?<query>[\w=&.+-]+)$/i

/**
 * Reads the URI of a token transfer (ERC-681). Stricter than the standard where a wallet would have to guess: it needs a
 * chain id and hexadecimal addresses, and accepts `address` and `uint256`, each once, and nothing else.
 * @returns undefined for any other URI
 */
export function readTokenTransfer(uri: string): TokenTransfer | undefined {
  const { contract, chainId, query = "" } = TRANSFER.exec(uri)?.groups ?? {}
  const parameters = query.split("&").map((one) => one.split("="))
  const given = new Map(parameters.map(([name, value]) => [name, value ?? ""]))
  const recipient = given.get("address") ?? ""
  const amount = readNumber(given.get("uint256") ?? "")
  if (!contract || parameters.length !== 2 || parameters.some((one) => one.length !== 2)) return undefined
  if (!/^0x[0-9a-f]{40}$/i.test(recipient) || amount === undefined) return undefined
  return { contract, chainId: Number(chainId), recipient, amount }
}

/** A uint256 has at most 78 digits, so no exponent can make the number longer than that. */
const MOST_DIGITS = 78

/** ERC-681 `number`, whole and positive: "25.5e6" is 25500000. */
function readNumber(text: string): bigint | undefined {
  const [, whole = "", fraction = "", exponent = "0"] = /^\+?(\d+)(?:\.(\d+))?(?:e\+?(\d{1,2}))?$/i.exec(text) ?? []
  const zeros = Number(exponent) - fraction.length
  if (whole === "" || zeros < 0 || whole.length + fraction.length + zeros > MOST_DIGITS) return undefined
  const number = BigInt(`${whole}${fraction}${"0".repeat(zeros)}`)
  return number > 0n && number < 2n ** 256n ? number : undefined
}

/** Four bytes of `transfer(address,uint256)` (ERC-20), and its arguments in 32 bytes each (contract ABI). */
export const transferCall = ({ recipient, amount }: TokenTransfer): string =>
  `0xa9059cbb${word(recipient.slice(2).toLowerCase())}${word(amount.toString(16))}`

const word = (hex: string): string => hex.padStart(64, "0")
