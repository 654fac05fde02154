/** Markup that is safe to put into the page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[]

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return ""
  if (part instanceof Html) return part.text
  if (typeof part === "object") return part.map(render).join("")
  return escapeText(String(part))
}

/** Line breaks with their indentation are the source's, not the page's. */
const tight = (markup: string): string => markup.replace(/\n\s*/g, "")

/**
 * A template whose values are escaped, unless they are such templates themselves. What is null, undefined or false
 * leaves nothing. Attribute values stand in double quotes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, place) => tight(text) + render(parts[place])).join(""))
