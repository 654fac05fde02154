import { correction, generate } from "lean-qr"

/** Modules of light around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

const BLACK_ON_WHITE = "\u001b[38;2;0;0;0;48;2;255;255;255m"
const RESET = "\u001b[0m"

/**
 * The text as it is, in a QR code of half-height blocks: two rows of modules a line. In a terminal the
 * colours are set, so that it is black on white whatever the theme.
 */
export function qrInTerminal(text: string, coloured: boolean): string[] {
  const code = generate(text, { minCorrectionLevel: correction.M })
  const lines: string[] = []
  for (let row = -QUIET_ZONE; row < code.size + QUIET_ZONE; row += 2) {
    const blocks = Array.from({ length: code.size + 2 * QUIET_ZONE }, (_, place) => {
      const [upper, lower] = [row, row + 1].map((y) => code.get(place - QUIET_ZONE, y))
      return upper ? (lower ? "█" : "▀") : lower ? "▄" : " "
    })
    lines.push(coloured ? `${BLACK_ON_WHITE}${blocks.join("")}${RESET}` : blocks.join(""))
  }
  return lines
}
