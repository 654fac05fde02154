import { setTimeout as wait } from "node:timers/promises"
import type { Fault } from "../options"
import { type Answer, json, jsonOrUndefined } from "./call"

export type Faults = ReturnType<typeof createFaults>

/** The faults for the next calls. `closing` ends their delays. */
export function createFaults(closing: AbortSignal) {
  const waiting: { fault: Fault; left: number }[] = []

  const take = (operation: "create" | "lookup"): Fault | undefined => {
    const entry = waiting.find(({ fault }) => fault.on === undefined || fault.on === operation)
    if (!entry) return undefined
    entry.left -= 1
    if (entry.left <= 0) waiting.splice(waiting.indexOf(entry), 1)
    return entry.fault
  }

  return {
    add: (fault: Fault): void => void waiting.push({ fault, left: fault.times ?? 1 }),

    clear: (): void => void waiting.splice(0),

    /** The usual answer, changed by the next fault if there is one. */
    async around(operation: "create" | "lookup", usual: () => Promise<Answer>): Promise<Answer> {
      const fault = take(operation)
      if (!fault) return usual()
      if (fault.delayMs) await wait(fault.delayMs, undefined, { signal: closing })
      if (fault.hangUp) return null
      const made = fault.status !== undefined || fault.body !== undefined
      const answer = made ? json(fault.status ?? 200, fault.body ?? null) : await usual()
      if (answer === null) return null
      const altered = !made && fault.alter ? JSON.stringify(fault.alter(jsonOrUndefined(answer.body))) : answer.body
      const body = typeof fault.body === "string" ? fault.body : altered
      return { ...answer, headers: { ...answer.headers, ...fault.headers }, body }
    },
  }
}
