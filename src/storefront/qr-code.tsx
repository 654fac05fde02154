"use client"
import { type ReactElement, useMemo } from "react"
import { encodeQr } from "./qr/encode.js"

/** Modules of light around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/** A text as a QR code: black on white whatever the page's colours. */
export function QrCode({ text, label }: { text: string; label: string }): ReactElement | null {
  const path = useMemo(() => pathOf(text), [text])
  if (!path) return null
  const { size, dark } = path
  return (
    <svg
      className="crypto-payment__qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path stroke="#000" d={dark} />
    </svg>
  )
}

/** The width with the quiet zone, and a line for each run of dark modules. */
function pathOf(text: string): { size: number; dark: string } | undefined {
  const rows = encodeQr(text)
  if (!rows) return undefined
  const dark = rows.map((row, y) => {
    const modules = row.map((dark) => (dark ? "1" : "0")).join("")
    return Array.from(modules.matchAll(/1+/g), ({ index = 0, 0: run }) => {
      return `M${index + QUIET_ZONE} ${y + QUIET_ZONE}.5h${run.length}`
    }).join("")
  })
  return { size: rows.length + 2 * QUIET_ZONE, dark: dark.join("") }
}
