import { correction, generate } from "lean-qr"

/** Light modules around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

const BLACK_ON_WHITE = "\u001b[38;2;0;0;0;48;2;255;255;255m"
const RESET = "\u001b[0m"

/**
 * A QR code of the text in half-height blocks, two rows of modules on each line.
 * @param coloured sets the colours to black on white, for terminals of any theme
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
