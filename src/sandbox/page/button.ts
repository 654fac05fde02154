import { type Html, html } from "./html"

/** A form of one button: works without script, and a reader of the page sees what it sends. */
export const button = (
  action: string,
  label: string,
  fields: Record<string, string> = {},
  look: "main" | "quiet" = "quiet",
): Html => {
  // The same after each refresh, so that the script can give the focus back.
  const id = [action, ...Object.values(fields)].join(" ").replace(/[^a-z0-9]+/gi, "-")
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="/sandbox/${action}">${hidden}<button id="${id}" class="${look}">${label}</button></form>`
}
