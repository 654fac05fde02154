import { type Bitmap2D, correction, generate } from "lean-qr"
import { Html } from "./html"

/** Light modules around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A longer text gets level L: its modules stay large enough to scan, and two codes keep the page below 30 kB. */
const LONG = 200

/**
 * A text, byte for byte, as a QR code in SVG. It is black on white in the page's dark style too.
 * @param label text for screen readers
 * @returns undefined for a text that is too long for any QR code (about 2300 bytes)
 */
export function qrSvg(text: string, label: Html): Html | undefined {
  const code = bitmapOf(text)
  if (!code) return undefined
  const size = code.size + 2 * QUIET_ZONE
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`
  return new Html(
    `<svg class="qr" role="img" aria-label="${label.text}" viewBox="${box}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M${-QUIET_ZONE} ${-QUIET_ZONE}h${size}v${size}h${-size}z"/><path stroke="#000" d="${runsOf(code)}"/></svg>`,
  )
}

function bitmapOf(text: string): Bitmap2D | undefined {
  try {
    return generate(text, { minCorrectionLevel: text.length > LONG ? correction.L : correction.M })
  } catch {
    return undefined
  }
}

/** One line for each run of dark modules, relative to the end of the last one: far shorter than the library's outlines. */
function runsOf(code: Bitmap2D): string {
  let path = "M0 .5"
  let [endX, endY] = [0, 0]
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      const start = x
      while (code.get(x, y)) x++
      if (x === start) continue
      path += `m${start - endX} ${y - endY}h${x - start}`
      endX = x
      endY = y
    }
  }
  return path
}
