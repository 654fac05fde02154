import { type AnchorHTMLAttributes, type MouseEvent, useSyncExternalStore } from "react"

const MOVED = "shop:moved"

export function go(path: string): void {
  history.pushState(null, "", path)
  dispatchEvent(new Event(MOVED))
  scrollTo(0, 0)
}

function subscribe(onMove: () => void): () => void {
  for (const event of [MOVED, "popstate"]) addEventListener(event, onMove)
  return () => {
    for (const event of [MOVED, "popstate"]) removeEventListener(event, onMove)
  }
}

/** The path of the current page. */
export const usePath = (): string => useSyncExternalStore(subscribe, () => location.pathname)

/** A link within the shop. With Ctrl, Command, Shift or Alt the browser handles the click. */
export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(href)
  }
  return <a href={href} onClick={follow} {...rest} />
}
