import { setTimeout as wait } from "node:timers/promises"
import type { Fault } from "../types"
import { type Answer, json } from "./answer"
import { parseJson } from "./call"

export type Faults = ReturnType<typeof createFaults>

/** Faults waiting for the calls they were set up for, and how one changes an answer. */
export function createFaults() {
  const waiting: { fault: Fault; left: number }[] = []
  const closing = new AbortController()

  const take = (operation: "create" | "lookup"): Fault | undefined => {
    const entry = waiting.find(({ fault }) => fault.on === undefined || fault.on === operation)
    if (!entry) return undefined
    entry.left -= 1
    if (entry.left <= 0) waiting.splice(waiting.indexOf(entry), 1)
    return entry.fault
  }

  return {
    add: (fault: Fault): void => {
      waiting.push({ fault, left: fault.times ?? 1 })
    },

    clear: (): void => {
      waiting.length = 0
    },

    /** The usual answer, or what a waiting fault makes of it. */
    async around(operation: "create" | "lookup", usual: () => Answer): Promise<Answer> {
      const fault = take(operation)
      if (!fault) return usual()
      if (fault.delayMs) await wait(fault.delayMs, undefined, { signal: closing.signal })
      if (fault.hangUp) return null
      const headers = fault.headers ?? {}
      if (fault.status !== undefined || fault.body !== undefined) {
        const made = json(fault.status ?? 200, fault.body ?? null, headers)
        return made && typeof fault.body === "string" ? { ...made, body: fault.body } : made
      }
      const answer = usual()
      if (answer === null) return null
      const body = fault.alter ? JSON.stringify(fault.alter(parseJson(answer.body))) : answer.body
      return { ...answer, headers: { ...answer.headers, ...headers }, body }
    },

    close: (): void => closing.abort(),
  }
}
