/** Modules of light around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

const BLACK_ON_WHITE = "\u001b[38;2;0;0;0;48;2;255;255;255m"
const RESET = "\u001b[0m"

/**
 * The text as it is, in a QR code of half-height blocks: two rows of modules a line. In a terminal the
 * colours are set, so that it is black on white whatever the theme.
 */
export async function qrInTerminal(text: string, coloured: boolean): Promise<string[]> {
  // The package is an ES module, and this file is compiled to CommonJS.
  const { default: encodeQR } = await import("qr")
  const modules = encodeQR(text, "raw", { border: QUIET_ZONE, ecc: "medium" })
  const lines: string[] = []
  for (let row = 0; row < modules.length; row += 2) {
    const blocks = (modules[row] ?? []).map((upper, column) => {
      const lower = modules[row + 1]?.[column] ?? false
      return upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
    })
    lines.push(coloured ? `${BLACK_ON_WHITE}${blocks.join("")}${RESET}` : blocks.join(""))
  }
  return lines
}
