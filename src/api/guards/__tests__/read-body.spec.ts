import { EventEmitter, once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { MAX_EVENT_BYTES } from "../../../workflows/webhook/receive-event"
import { readEventBody } from "../request-bodies"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** Bytes that are still referenced, on JavaScript's heap and outside of it. */
function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function receiving(headers: Record<string, string> = {}) {
  const req = Object.assign(new EventEmitter(), { headers }) as unknown as MedusaRequest
  const seen: { status?: number; went?: true } = {}
  const res = {
    status: (status: number) => {
      seen.status = status
      return { json: () => undefined }
    },
  } as unknown as MedusaResponse
  readEventBody(req, res, () => {
    seen.went = true
  })
  return { req, seen }
}

describe("readEventBody", () => {
  const sent = Buffer.from(Array.from({ length: MAX_EVENT_BYTES }, (_, i) => i % 251))

  it.each([1, 7, 4096, MAX_EVENT_BYTES])("reads the body unchanged in chunks of %i bytes of one buffer", (size) => {
    const { req, seen } = receiving()
    const piece = Buffer.alloc(size)
    for (let at = 0; at < sent.length; at += size) req.emit("data", piece.subarray(0, sent.copy(piece, 0, at)))
    req.emit("end")
    expect(seen).toEqual({ went: true })
    expect(sent.equals(req.rawBody as Buffer)).toBe(true)
  })

  it("holds less than 2 MB for a body of 64 kB that arrives in chunks of one byte", async () => {
    let received = 0
    const server = createServer((req, res) => {
      readEventBody(req as unknown as MedusaRequest, res as unknown as MedusaResponse, () => undefined)
      req.on("data", (chunk: Buffer) => {
        received += chunk.length
        if (received === sent.length) server.emit("arrived")
      })
    }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const chunks = "1\r\nx\r\n".repeat(sent.length)
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    await once(socket, "connect")
    try {
      const before = held()
      // Without an end, so that the request is still being read when it is measured.
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`)
      await once(server, "arrived")
      expect(held() - before).toBeLessThan(2_000_000)
    } finally {
      socket.destroy()
      server.close()
    }
  })

  it("refuses a body with one byte too many with 413, and keeps nothing of it", () => {
    const { req, seen } = receiving()
    req.emit("data", sent)
    req.emit("data", Buffer.alloc(1))
    req.emit("end")
    expect(seen).toEqual({ status: 413 })
    expect(req.rawBody).toBeUndefined()
  })
})
