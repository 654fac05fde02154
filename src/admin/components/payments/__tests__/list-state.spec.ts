import { readFilters, readListQuery, tableFilters } from "../list-state"

const filters = (query: string) => readFilters(new URLSearchParams(query))
const json = (id: string, value: unknown) => `${id}=${encodeURIComponent(JSON.stringify(value))}`

describe("The query of the payment list in the address bar", () => {
  it("asks for the newest payments without filters if it is empty", () => {
    expect(readListQuery(new URLSearchParams(""))).toEqual({ limit: 20, offset: 0, order: "-created_at" })
  })

  it("reads a filter with several values as JSON, or with one value as plain text", () => {
    expect(filters(json("status", ["settled", "expired"]))).toEqual({ status: ["settled", "expired"] })
    expect(filters("status=attention")).toEqual({ status: ["attention"] })
  })

  it("keeps a connection id as text, even if it looks like a number", () => {
    expect(filters(json("connection_id", "12"))).toEqual({ connection_id: ["12"] })
    expect(filters("connection_id=12")).toEqual({ connection_id: ["12"] })
  })

  it.each([
    [json("test_mode", "true"), { test_mode: true }],
    ["test_mode=false", { test_mode: false }],
    ["test_mode=perhaps", {}],
  ])("reads the test mode from %s", (query, expected) => {
    expect(filters(query)).toEqual(expected)
  })

  it.each([json("status", []), json("created_at", null), json("created_at", {}), "q=%20", "status="])(
    "ignores a filter without a value: %s",
    (query) => {
      expect(filters(query)).toEqual({})
    },
  )

  it("becomes the filter state of Medusa's table", () => {
    const state = (query: string) => tableFilters(new URLSearchParams(query))
    expect(state("connection_id=second")).toEqual({ connection_id: ["second"] })
    expect(state("status=settled&test_mode=true")).toEqual({ status: ["settled"], test_mode: "true" })
    expect(state(json("status", []))).toEqual({ status: [] })
    expect(state("connection_id=")).toEqual({})
    expect(state("offset=20")).toEqual({})
  })

  it("includes the whole last day of a date range", () => {
    const midnight = new Date(2026, 10, 21)
    const { created_at } = filters(json("created_at", { $lte: midnight.toISOString() }))
    expect(created_at).toEqual({ $lte: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString() })
  })

  it("ignores a value that is not a date", () => {
    expect(filters(json("created_at", { $gte: "yesterday" }))).toEqual({})
  })

  it.each([
    ["offset=40", 40],
    ["offset=-20", 0],
    ["offset=x", 0],
    ["offset=1.5", 0],
  ])("reads the offset from %s", (query, offset) => {
    expect(readListQuery(new URLSearchParams(query)).offset).toBe(offset)
  })
})
