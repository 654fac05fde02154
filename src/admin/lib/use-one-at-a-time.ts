import { useRef } from "react"

/** Ignores a call while another runs: a second click may come before the button is drawn as busy. */
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
