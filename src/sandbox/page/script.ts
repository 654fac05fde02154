/** How often the page refreshes, in milliseconds. */
const REFRESH_MS = 2_000

/**
 * The page's only script: counts quotes down and replaces the parts that changed. Without it the page reloads. It does
 * not replace a part while text in it is selected or a detail is open, because someone may be copying from it.
 */
export const SANDBOX_SCRIPT = `
const parts = new Map()
const busy = (part) => {
  const selection = getSelection()
  return (selection && !selection.isCollapsed && part.contains(selection.anchorNode)) || part.querySelector("details[open]")
}
const tick = () => {
  for (const time of document.querySelectorAll("time[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(time.dateTime) - Date.now()) / 1000))
    const text = "in " + Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0")
    if (time.textContent !== text) time.textContent = text
  }
}
const refresh = async () => {
  try {
    const answer = await fetch("/sandbox")
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html")
    for (const part of fresh.querySelectorAll("[data-live]")) {
      const shown = document.getElementById(part.id)
      if (!shown || parts.get(part.id) === part.innerHTML || busy(shown)) continue
      const focused = shown.contains(document.activeElement) ? document.activeElement.id : ""
      parts.set(part.id, part.innerHTML)
      shown.replaceChildren(...part.childNodes)
      if (focused) document.getElementById(focused)?.focus()
    }
    document.body.classList.remove("away")
  } catch {
    document.body.classList.add("away")
  }
  tick()
}
tick()
setInterval(tick, 1000)
setInterval(() => { if (!document.hidden) refresh() }, ${REFRESH_MS})
`
