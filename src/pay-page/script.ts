import { WALLET_FUNCTIONS } from "./wallet-button"

/** The longest backoff after a failed request, in seconds; Retry-After may be longer. */
const LONGEST_WAIT_SECONDS = 30

/** Milliseconds. If the page still has the focus then, no wallet opened. */
const WALLET_OPENS_MS = 2500

/** Shortest wait between requests of a hidden page, in seconds. Its title says when it is paid. */
const HIDDEN_SECONDS = 30

/** Milliseconds after which a request is aborted, because `fetch` has no timeout. */
const ANSWER_WITHIN_MS = 15_000

/**
 * Counts down by the server's clock, polls at the server's pace, replaces `<main>` when something changed, copies
 * values, and shows times in the reader's zone. Announcements go to one polite live region, `#say`; the focus moves
 * when the payment is paid or expired.
 */
export const PAY_PAGE_SCRIPT = `
const root = document.documentElement, say = document.getElementById("say"), away = document.getElementById("away")
let main = document.querySelector("main"), skew = 0, before = 0, timer, asking = false, failures = 0, last = !main.dataset.poll
root.classList.add("js")
const part = (one) => main.querySelector(one)
const tell = (text, seen) => { say.className = seen ? "note bad" : "sr"; say.textContent = ""; setTimeout(() => { say.textContent = text }, 50) }
const inZone = () => {
  for (const one of main.querySelectorAll("time"))
    one.textContent = new Date(one.dateTime).toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short", numberingSystem: "latn" })
}
const correct = (serverTime) => { skew = Date.parse(serverTime) - Date.now() }
const show = (left) => {
  const h = Math.floor(left / 3600), m = Math.floor(left / 60) % 60, two = (n) => (n + "").padStart(2, 0)
  return (h ? h + ":" + two(m) : m) + ":" + two(left % 60)
}
const tick = () => {
  if (main.dataset.state !== "waiting") return
  const left = Math.max(0, Math.ceil((Date.parse(main.dataset.until) - Date.now() - skew) / 1000))
  const clock = part("[role=timer]"), more = part(".more")
  if (clock) clock.textContent = show(left)
  if (more) more.hidden = left > 60
  if (before > 300 && left <= 300) tell(say.dataset.five)
  if (before > 60 && left <= 60) tell(say.dataset.one)
  const over = left === 0
  if (over && !main.classList.contains("over")) ask()
  main.classList.toggle("over", over)
  before = left
}
const again = () => location.replace(location.href)
const get = async (accept, more) => {
  const given = new AbortController(), end = setTimeout(() => given.abort(), ${ANSWER_WITHIN_MS})
  try {
    const answer = await fetch(location.href, { headers: { accept }, cache: "no-store", signal: given.signal, ...more })
    return [answer, await answer.text()]
  } finally {
    clearTimeout(end)
  }
}
const find = (text, one) => {
  const part = text.slice(text.indexOf("<main"), text.indexOf("</main>") + 7)
  return new DOMParser().parseFromString(part, "text/html").querySelector(one)
}
const put = (answer, text) => {
  const fresh = find(text, "main[data-state]")
  if (!fresh) return false
  const was = main.dataset.state, old = part("h1"), had = document.activeElement
  const same = (one) => [...fresh.querySelectorAll("a,button,summary")].find((each) => each.outerHTML === one.outerHTML)
  for (const one of main.querySelectorAll("[open]>summary")) same(one)?.parentElement.setAttribute("open", "")
  const held = same(had)
  main.replaceWith(fresh)
  main = fresh
  inZone()
  before = 0
  document.title = main.dataset.title
  if (answer.url) history.replaceState(null, "", answer.url)
  if (part("[data-wallet]") && !window.finds) again()
  correct(main.dataset.now)
  tick()
  const { state } = main.dataset, title = part("h1"), said = title.textContent
  if (said !== old.textContent) tell(said)
  if (had === old || (state !== was && /paid|expired/.test(state))) title.focus()
  else held?.focus()
  return true
}
const renew = async () => {
  const [answer, text] = await get("text/html")
  if (!answer.ok || !put(answer, text)) throw answer
}
const lost = () => { away.hidden = false; tell(away.textContent) }
const send = async (form, { name, value }) => {
  form.ariaBusy = "true"
  try {
    const body = new URLSearchParams(name ? { [name]: value } : {})
    const [answer, text] = await get("text/html", { method: "POST", body })
    if (!put(answer, text)) {
      const why = find(text, "h1")
      return !why ? lost() : answer.status === 404 ? again() : tell(why.textContent, true)
    }
    (part("[autofocus]") || part("h1")).focus()
    away.hidden = true
    ask()
  } catch {
    lost()
  } finally {
    form.ariaBusy = "false"
  }
}
const ask = async () => {
  clearTimeout(timer)
  if (asking) return
  asking = true
  let next
  try {
    const [answer, text] = await get("application/json")
    if (answer.status === 404 && /unknown_payment/.test(text)) return again()
    if (!answer.ok) throw answer
    const news = JSON.parse(text), view = news.payment || news.link
    correct(view.server_time)
    if (news.version !== main.dataset.version) await renew()
    next = view.next_poll_seconds
    last = next === null
    if (next && main.classList.contains("over")) next = 2
    failures = 0
    if (say.innerHTML === away.innerHTML) say.innerHTML = ""
    away.hidden = true
  } catch (why) {
    next = Math.min(${LONGEST_WAIT_SECONDS}, 2 ** ++failures)
    const wait = why instanceof Response && Number(why.headers.get("retry-after"))
    if (wait > next) next = wait
    if (away.hidden && failures > 1 && why.status !== 429) lost()
  } finally {
    asking = false
  }
  if (next) timer = setTimeout(ask, (document.hidden ? Math.max(next, ${HIDDEN_SECONDS}) : next) * 1000)
}
const copy = async (button) => {
  const text = button.dataset.copy, label = button.textContent, name = button.ariaLabel
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    getSelection().selectAllChildren(button.closest("dl").querySelector(".value"))
    if (!document.execCommand("copy")) return tell(say.dataset.failed, true)
  }
  tell(say.dataset.copied)
  if (label === say.dataset.copied) return
  button.textContent = button.ariaLabel = say.dataset.copied
  setTimeout(() => { button.textContent = label; button.ariaLabel = name }, 2000)
}
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy]")
  if (button) copy(button)
  if (!target.closest(".wallet")) return
  const none = setTimeout(() => { if (document.hasFocus()) tell(say.dataset.none, true) }, ${WALLET_OPENS_MS})
  addEventListener("blur", () => clearTimeout(none), { once: true })
})
document.addEventListener("submit", (event) => {
  event.preventDefault()
  if (event.target.ariaBusy !== "true") send(event.target, event.submitter || {})
})
document.addEventListener("visibilitychange", () => { if (!document.hidden) ask() })
addEventListener("online", ask)
addEventListener("offline", () => { if (!last) lost() })
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return
  for (const form of document.forms) form.ariaBusy = "false"
  ask()
})
history.replaceState(null, "", location.href)
document.querySelector("[autofocus]")?.focus()
correct(main.dataset.now)
inZone()
tick()
setInterval(tick, 1000)
if (main.dataset.poll) timer = setTimeout(ask, main.dataset.poll * 1000)
`
  .replace(/\n\s*/g, "\n")
  // The page has a limit of 30 kB, and no string in the script has a space beside these signs.
  .replace(/ ?(=>?|={3}|!==|&&|\|\||[{}(),;?:<>+*]) ?/g, "$1")

/** The script that the page loads if the browser has a wallet, without comments and indentation. */
export const WALLET_SOURCE = `${WALLET_FUNCTIONS.map(String).join("\n")}\nwindow.mountWallet = mountWallet`
  .replace(/^\s*\/\/.*$/gm, "")
  .replace(/\n\s*/g, "\n")

/**
 * Loads the wallet script only if there is a browser wallet, or on a phone, which may have one as an app. When the
 * page's script replaces `<main>`, this moves the existing buttons and their status line into the new one.
 */
export const FIND_WALLET = `
{
  const { nonce } = document.currentScript
  let was, tag
  const mount = () => {
    const at = document.querySelector("[data-wallet]")
    if (!at || at === was) return
    if (!window.mountWallet) return seek()
    if (was?.dataset.wallet === at.dataset.wallet) return at.replaceWith(was)
    was = at
    mountWallet(at, JSON.parse(at.dataset.wallet))
  }
  const load = () => {
    const src = location.pathname.replace(/[^/]+[/]?$/, "wallet")
    tag ??= Object.assign(document.createElement("script"), { nonce, src, onload: mount })
    document.head.append(tag)
  }
  const seek = () => {
    if (window.ethereum || document.querySelector(".waiting") && matchMedia("(pointer:coarse)").matches) load()
  }
  window.finds = 1
  addEventListener("eip6963:announceProvider", load)
  dispatchEvent(new Event("eip6963:requestProvider"))
  seek()
  new MutationObserver(mount).observe(document.body, { childList: true })
}
`
  .replace(/\n\s*/g, "\n")
  .replace(/ ?([=(){}|&,:]+) ?/g, "$1")
