import { useRef } from "react"

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
