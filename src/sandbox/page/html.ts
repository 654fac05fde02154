/** Markup that is safe to put into a page as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Part = Markup | string | number | null | false | readonly Part[]

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter)

function render(part: Part): string {
  if (part === null || part === false) return ""
  if (part instanceof Markup) return part.text
  if (typeof part === "object") return part.map(render).join("")
  return escapeText(String(part))
}

/** A template that escapes its values, except other such templates. Null and false leave nothing. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup =>
  new Markup(strings.map((text, place) => text + render(parts[place] ?? null)).join(""))

/** A form of one button, which works without script. */
export function button(action: string, label: string, fields: Record<string, string> = {}, look = "quiet"): Markup {
  // The same after each refresh, so that the script can restore the focus.
  const id = [action, ...Object.values(fields)].join(" ").replace(/[^a-z0-9]+/gi, "-")
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="/sandbox/${action}">${hidden}<button id="${id}" class="${look}">${label}</button></form>`
}
