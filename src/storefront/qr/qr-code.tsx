"use client"
import type { ReactElement } from "react"
import { useMemo } from "../react.js"
import { part } from "../ui.js"
import { qrMatrix } from "./qr-matrix.js"

/** Modules of light around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4
type Props = { text: string; label: string }

/** A text as a QR code: black on white whatever the page's colours. Nothing when no code can hold the text. */
export function QrCode({ text, label }: Props): ReactElement | null {
  const code = useMemo(() => drawn(text), [text])
  if (!code) return null
  const { size, dark } = code
  return (
    <svg
      className={part("qr")}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      shapeRendering="crispEdges"
      // As styles: a shop's rule for its own icons has more weight than attributes.
      style={{ background: "#fff", forcedColorAdjust: "none" }}
    >
      <path style={{ stroke: "#000", strokeWidth: 1 }} d={dark} />
    </svg>
  )
}

/** The width with the quiet zone, and a line for each dark module; undefined when no code can hold the text. */
function drawn(text: string): { size: number; dark: string } | undefined {
  const code = qrMatrix(text)
  if (!code) return undefined
  let dark = ""
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) if (code.isDark(x, y)) dark += `M${x} ${y}.5h1`
  }
  return { size: code.size + 2 * QUIET_ZONE, dark }
}
