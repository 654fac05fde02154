import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** Statuses and bodies of all answers to the sent bytes, without 1xx. */
type Answers = { status: number; body: string }[]

const TIME_BUDGET_MS = 30_000

/** Sends raw bytes, over one connection as long as the server keeps it open. */
export function createWire(port: number) {
  let socket: Socket | undefined
  let received: Buffer = Buffer.alloc(0)
  let changed = () => {}

  const open = async (): Promise<Socket> => {
    if (socket && !socket.destroyed && !socket.readableEnded) return socket
    const made = connect({ port, host: "localhost", noDelay: true, allowHalfOpen: true })
    received = Buffer.alloc(0)
    made.on("data", (chunk) => {
      if (made !== socket) return
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      changed()
    })
    // A reset counts like a normal end of the connection.
    for (const end of ["error", "end", "close"]) made.on(end, () => made === socket && changed())
    socket = made
    await once(made, "connect")
    return made
  }
  const drop = () => {
    socket?.destroy()
    socket = undefined
  }
  const ended = (one: Socket): boolean => one.destroyed || one.readableEnded

  /** Resolves when `enough` is true or the connection ended; throws if neither happens in time. */
  const wait = (one: Socket, enough: () => boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const over = setTimeout(() => {
        drop()
        reject(new Error(`neither an answer nor an end came within ${TIME_BUDGET_MS} ms`))
      }, TIME_BUDGET_MS)
      changed = () => {
        if (!enough() && !ended(one)) return
        clearTimeout(over)
        changed = () => {}
        resolve()
      }
      changed()
    })

  const write = async (one: Socket, pieces: readonly Buffer[]): Promise<void> => {
    for (const piece of pieces) {
      if (!one.writable) return
      // Tries to send each piece in its own packet.
      await new Promise<void>((resolve) => one.write(piece, () => resolve()))
    }
  }

  return {
    /**
     * Writes the pieces one by one and reads the one answer.
     * @returns no answer if the connection ended without one
     */
    ask: async (pieces: readonly Buffer[], method: string): Promise<Answers> => {
      const one = await open()
      received = Buffer.alloc(0)
      await write(one, pieces)
      let first: Parsed | undefined
      await wait(one, () => {
        first = parse(received, method === "HEAD")
        return first !== undefined
      })
      if (!first || first.closes || ended(one)) drop()
      return first ? [first] : []
    },
    /** Writes the pieces, closes the sending side, and reads all answers. */
    askBroken: async (pieces: readonly Buffer[]): Promise<Answers> => {
      drop()
      const one = await open()
      await write(one, pieces)
      one.end()
      await wait(one, () => false)
      const answers: Answers = []
      for (let rest = received; ; ) {
        const next = parse(rest, false)
        if (!next) break
        answers.push(next)
        rest = rest.subarray(next.length)
      }
      drop()
      return answers
    },
    /** Writes half a request and keeps the connection open. */
    leaveHalf: async (piece: Buffer): Promise<void> => write(await open(), [piece]),
    close: drop,
  }
}

type Parsed = { status: number; body: string; closes: boolean; length: number }

/** The first complete answer in these bytes; undefined if it is not complete yet. */
function parse(bytes: Buffer, bodyless: boolean): Parsed | undefined {
  const headEnd = bytes.indexOf("\r\n\r\n")
  if (headEnd < 0) return undefined
  const head = bytes.toString("latin1", 0, headEnd)
  const status = Number(head.slice(9, 12))
  const start = headEnd + 4
  if (status >= 100 && status < 200) {
    const next = parse(bytes.subarray(start), bodyless)
    return next && { ...next, length: next.length + start }
  }
  const closes = /^connection: close\b/im.test(head)
  const told = /^content-length: (\d+)/im.exec(head)?.[1]
  if (bodyless || status === 204 || status === 304) return { status, body: "", closes, length: start }
  if (told !== undefined) {
    const end = start + Number(told)
    return bytes.length < end ? undefined : { status, body: bytes.toString("utf8", start, end), closes, length: end }
  }
  if (!/^transfer-encoding: chunked/im.test(head)) return { status, body: "", closes, length: start }
  const last = bytes.indexOf("0\r\n\r\n", start)
  return last < 0 ? undefined : { status, body: bytes.toString("utf8", start, last), closes, length: last + 5 }
}
