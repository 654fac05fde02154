import jsQR from "jsqr"
import { encodeQr } from "../qr/encode"

/** Of the version's middle and of where the next one begins (ISO/IEC 18004, table 7: bytes at level M). */
const LAST_OF_VERSION = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666]
const LENGTHS = [1, ...LAST_OF_VERSION.flatMap((last) => [last - 5, last, last + 1]), 1_367, 1_368, 1_538, 2_330, 2_331]
const LETTERS = "bitcoin:?amount=0123456789ABCDEFxyz%@/&"
const textOf = (length: number) =>
  Array.from({ length }, (_, place) => LETTERS[(place * 7 + length) % LETTERS.length]).join("")

describe("the component's QR code", () => {
  it.each(LENGTHS)(
    "of %d letters is, module by module, what another encoder makes with one of the masks",
    async (length) => {
      const { default: other } = await import("qr")
      const mine = encodeQr(textOf(length))
      const theirs = ([0, 1, 2, 3, 4, 5, 6, 7] as const).map((mask) =>
        other(textOf(length), "raw", { ecc: "medium", encoding: "byte", border: 1, mask }),
      )
      const bare = theirs.map((rows) =>
        rows
          .slice(1, -1)
          .map((row) => row.slice(1, -1).join())
          .join(),
      )
      expect(bare).toContain(mine?.map((row) => row.join()).join())
    },
  )

  it.each([1, 14, 42, 180, 213, 666])("of %d letters is read as the same letters", (length) => {
    const text = textOf(length)
    expect(read(encodeQr(text) ?? [])).toBe(text)
  })

  it("holds letters beyond ASCII, and nothing that no code can hold", () => {
    expect(read(encodeQr("bitcoin:x?label=Café") ?? [])).toBe("bitcoin:x?label=Café")
    expect(encodeQr("x".repeat(2_332))).toBeUndefined()
  })
})

/** As a picture of four pixels a module, with four modules of light around it. */
function read(rows: boolean[][]): string | undefined {
  const [scale, quiet] = [4, 4]
  const size = (rows.length + 2 * quiet) * scale
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const dark = rows[Math.floor(y / scale) - quiet]?.[Math.floor(x / scale) - quiet]
      if (dark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3)
    }
  }
  return jsQR(pixels, size, size, { inversionAttempts: "dontInvert" })?.data
}
