import type { Measure } from "./measure"
import type { Spread } from "./statistics"

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(3)))

const spread = ({ median, low, high }: Spread): string =>
  low === high ? number(median) : `${number(median)} (${number(low)}–${number(high)})`

const verdict = ({ target, ok }: Measure): string => (target === null ? "–" : `${target} ${ok ? "✓" : "✗"}`)

/** A measure as one line for the terminal. */
export const lineOf = (measure: Measure): string =>
  `${measure.name}: ${spread(measure.ours)} beside ${spread(measure.theirs)} ${measure.unit}, ratio ${Number(measure.ratio.toPrecision(3))}, target ${verdict(measure)}`

/** The measures as a Markdown table: medians, with quartiles in brackets. Empty if there are no measures. */
export function markdownOf(measures: readonly Measure[]): string {
  if (measures.length === 0) return ""
  const rows = measures.map((measure) => [
    measure.name,
    spread(measure.ours),
    spread(measure.theirs),
    measure.unit,
    String(Number(measure.ratio.toPrecision(3))),
    verdict(measure),
  ])
  const lines = [["Measure", "Ours", "Theirs", "Unit", "Ratio", "Target"], Array(6).fill("---"), ...rows]
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}
