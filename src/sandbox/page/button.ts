import { type Html, html } from "../../pay-page/html"

/** A form with one button, which works without script. */
export function button(action: string, label: string, fields: Record<string, string> = {}, look = "quiet"): Html {
  // The same after each refresh, so that the script can restore the focus.
  const id = [action, ...Object.values(fields)].join(" ").replace(/[^a-z0-9]+/gi, "-")
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form method="post" action="/sandbox/${action}">${hidden}<button id="${id}" class="${look}">${label}</button></form>`
}
