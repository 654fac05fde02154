import { keepLast } from "../keep-last"
import type { RecordedRequest } from "../types"
import type { Answer } from "./answer"
import { type Call, parseJson } from "./call"

type RecorderOptions = {
  clock: () => Date
  authorized: (call: Call) => boolean
  log: (line: string) => void
  handle: (call: Call) => Promise<Answer>
}

/** Remembers each call with the status it was answered with; 0 where the connection was cut. */
export function recorder({ clock, authorized, log, handle }: RecorderOptions) {
  const requests = keepLast<RecordedRequest>()
  return {
    all: (): RecordedRequest[] => requests.all(),

    async handle(call: Call): Promise<Answer> {
      const { method, path, body } = call
      const at = clock().toISOString()
      const answer = await handle(call)
      const status = answer?.status ?? 0
      const read = body === "" ? null : (parseJson(body) ?? body)
      requests.add({ method, path, status, body: read, authorized: authorized(call), at })
      log(`${method} ${path}: ${status}`)
      return answer
    },
  }
}
