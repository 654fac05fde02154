import { Html } from "./html"

/** Modules of light around the code, which scanners need to find it (ISO/IEC 18004). */
const QUIET_ZONE = 4

/**
 * A text, byte for byte, as a QR code in SVG: black on white whatever the page's colours, and one line a run of modules.
 * @param label what a screen reader says instead
 */
export async function qrCode(text: string, label: Html): Promise<Html> {
  // The package is an ES module, and this file is compiled to CommonJS.
  const { default: encodeQR } = await import("qr")
  const modules = encodeQR(text, "raw", { border: QUIET_ZONE, ecc: "medium" })
  const size = modules.length
  const runs = modules.flatMap((row, y) => runsOf(row).map(([x, length]) => `M${x} ${y}.5h${length}`)).join("")
  return new Html(
    `<svg class="qr" role="img" aria-label="${label.text}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path stroke="#000" d="${runs}"/></svg>`,
  )
}

/** Where the dark runs of a row begin, and how long they are. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  row.forEach((dark, x) => {
    const last = runs.at(-1)
    if (dark && last && last[0] + last[1] === x) last[1] += 1
    else if (dark) runs.push([x, 1])
  })
  return runs
}
