"use client"
import { correction, generate } from "lean-qr/nano"
import type { ReactElement } from "react"
import { part } from "./ui.js"

/** A text, byte for byte, as a QR code, black on white in the dark style too. Undefined if no code can hold the text. */
export function qrCode(text: string | null): ((label: string) => ReactElement) | undefined {
  try {
    const { size, get } = generate(text as string, { minCorrectionLevel: correction.M })
    let dark = ""
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) dark += get(x, y) ? `M${x} ${y}.5h1` : ""
    }
    return (label) => (
      <svg
        className={part("qr")}
        role="img"
        aria-label={label}
        // Scanners need four light modules on each side to find it (ISO/IEC 18004).
        viewBox={`-4 -4 ${size + 8} ${size + 8}`}
        shapeRendering="crispEdges"
        // Inline styles, because a shop's rules for its own icons would override attributes.
        style={{ background: "#fff", forcedColorAdjust: "none" }}
      >
        <path style={{ stroke: "#000", strokeWidth: 1 }} d={dark} />
      </svg>
    )
  } catch {
    return undefined
  }
}
