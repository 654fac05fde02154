import { correction, generate, mode } from "lean-qr"
import { qrMatrix } from "../qr/qr-matrix"

/** Most bytes of each version at level M (ISO/IEC 18004, table 7). */
const MOST_BYTES = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779, 857, 911,
  997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
]

type Code = { size: number; isDark: (x: number, y: number) => boolean }

const rowsOf = ({ size, isDark }: Code): string[] =>
  Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => (isDark(x, y) ? "#" : ".")).join(""))

/** As the library draws it, which has its own way through the standard. */
function asTheLibraryDraws(text: string): string[] {
  const level = { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M }
  const { size, get } = generate(mode.bytes(new TextEncoder().encode(text)), level)
  return rowsOf({ size, isDark: get })
}

const textOf = (bytes: number): string =>
  Array.from({ length: bytes }, (_, at) => String.fromCharCode(33 + ((at * 7919 + bytes) % 90))).join("")

describe("a QR code of the component", () => {
  // The usual versions, and every fourth of the large ones: with 32, whose patterns stand closer than the rule says.
  const versions = MOST_BYTES.map((_, at) => at + 1).filter((version) => version < 13 || version % 4 === 0)

  it.each(versions)("is module by module what a library draws, where version %i is full", (version) => {
    const text = textOf(MOST_BYTES[version - 1] as number)
    const code = qrMatrix(text)
    expect(code?.size).toBe(4 * version + 17)
    expect(code && rowsOf(code)).toEqual(asTheLibraryDraws(text))
  })

  it.each([
    "",
    "a",
    "bitcoin:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx?amount=0.00039844",
    "ethereum:0x036CbD53842c5426634e7929541eC2318f3dCF7e@84532/transfer?address=0x1&uint256=25513204",
    "bitcoin:x?label=Café ☕",
  ])("is what a library draws of %j", (text) => {
    const code = qrMatrix(text)
    expect(code && rowsOf(code)).toEqual(asTheLibraryDraws(text))
  })

  it("is none of a text that no code can hold", () => {
    expect(qrMatrix("x".repeat(2332))).toBeUndefined()
  })
})
