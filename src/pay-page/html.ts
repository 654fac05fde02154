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

/** Removes the source's line breaks and indentation. */
const tight = (markup: string): string => markup.replace(/\n\s*/g, "")

/**
 * A template that escapes its values, except values that are `Html`; null, undefined and false become nothing. Put
 * attribute values in double quotes.
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, place) => tight(text) + render(parts[place])).join(""))
