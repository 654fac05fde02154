import { useRef } from "react"

/**
 * Runs what is handed to it unless something is running already: a second click may come before the button that took
 * the first has been drawn as busy, and one wish must be one request.
 */
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
