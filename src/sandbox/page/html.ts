/** Markup that is safe to put into a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | false | readonly Part[]

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

function render(part: Part): string {
  if (part === null || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(render).join("")
  return escapeText(String(part))
}

/** A template whose values are escaped, unless they are such templates themselves. Null and false leave nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, place) => text + render(parts[place] ?? null)).join(""))
