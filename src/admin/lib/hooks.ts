import { useRef, useSyncExternalStore } from "react"

/** Ignores a call while another one runs. A second click can come before the button is disabled. */
export function useOneAtATime(): <Result>(run: () => Promise<Result>) => Promise<Result | undefined> {
  const running = useRef(false)
  return async (run) => {
    if (running.current) return undefined
    running.current = true
    try {
      return await run()
    } finally {
      running.current = false
    }
  }
}

/** Below Tailwind's `sm`, where a table has room for two columns only. */
const QUERY = "(max-width: 639px)"

function subscribe(onChange: () => void) {
  const media = window.matchMedia(QUERY)
  media.addEventListener("change", onChange)
  return () => media.removeEventListener("change", onChange)
}

export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches)
