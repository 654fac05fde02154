import { correction, generate } from "lean-qr"

/** A short text as a QR code, black on white in the dark theme too, with the margin that scanners need (ISO/IEC 18004). */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, get } = generate(text, { minCorrectionLevel: correction.M })
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (get(x, y) ? `M${x} ${y}.5h1` : "")).join(""),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="h-48 w-48 shrink-0 rounded-md bg-white"
    >
      <path stroke="#000" d={rows.join("")} />
    </svg>
  )
}
