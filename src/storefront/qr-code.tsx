"use client"
import { type Correction, generate } from "lean-qr/nano"
import type { ReactElement } from "react"
import { useMemo } from "./react.js"
import { part } from "./ui.js"

/** Modules of light around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4
/** `correction.M`, about 15 %. The object of all levels would only make the bundle larger. */
const LEVEL_M = 1 as Correction

type Props = { text: string; label: string; caption: string }

/** A text as a QR code with a caption: black on white whatever the page's colours. Nothing when no code can hold the text. */
export function QrCode({ text, label, caption }: Props): ReactElement | null {
  const code = useMemo(() => pathOf(text), [text])
  if (!code) return null
  const { size, dark } = code
  return (
    <div className={part("scan")}>
      <svg
        className="crypto-payment__qr"
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
      >
        {/* As styles: a shop's rule for its own icons has more weight than attributes. */}
        <path style={{ fill: "#fff", stroke: "none" }} d={`M0 0h${size}v${size}H0z`} />
        <path style={{ stroke: "#000", strokeWidth: 1 }} d={dark} />
      </svg>
      <p className={part("soft")}>{caption}</p>
    </div>
  )
}

/** The width with the quiet zone, and a line for each dark module; nothing where no code can hold the text. */
function pathOf(text: string): { size: number; dark: string } | undefined {
  try {
    const code = generate(text, { minCorrectionLevel: LEVEL_M })
    const size = code.size + 2 * QUIET_ZONE
    let dark = ""
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) if (code.get(x - QUIET_ZONE, y - QUIET_ZONE)) dark += `M${x} ${y}.5h1`
    }
    return { size, dark }
  } catch {
    return undefined
  }
}
