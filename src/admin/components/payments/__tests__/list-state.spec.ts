import { readFilters, readListQuery, tableFilters } from "../list-state"

const filters = (query: string) => readFilters(new URLSearchParams(query))
const json = (id: string, value: unknown) => `${id}=${encodeURIComponent(JSON.stringify(value))}`

describe("The query of the payment list in the address bar", () => {
  it.each([
    [json("status", ["settled", "expired"]), { status: ["settled", "expired"] }],
    ["status=attention", { status: ["attention"] }],
    // An id that looks like a number stays text.
    [json("connection_id", "12"), { connection_id: ["12"] }],
    ["connection_id=12", { connection_id: ["12"] }],
    [json("test_mode", "true"), { test_mode: true }],
    ["test_mode=false", { test_mode: false }],
    ["test_mode=perhaps", {}],
    [json("created_at", { $gte: "yesterday" }), {}],
    ...[json("status", []), json("created_at", null), json("created_at", {}), "q=%20", "status="].map((q) => [q, {}]),
  ] as [string, object][])("reads filters as JSON or text, and ignores those without value: %s", (query, expected) => {
    expect(filters(query)).toEqual(expected)
  })

  it("becomes the filter state of Medusa's table", () => {
    const state = (query: string) => tableFilters(new URLSearchParams(query))
    expect(state("connection_id=second")).toEqual({ connection_id: ["second"] })
    expect(state("status=settled&test_mode=true")).toEqual({ status: ["settled"], test_mode: "true" })
    expect(state(json("status", []))).toEqual({ status: [] })
    expect(state("connection_id=")).toEqual({})
    expect(state("offset=20")).toEqual({})
  })

  it("includes the whole last day of a date range", () => {
    const { created_at } = filters(json("created_at", { $lte: new Date(2026, 10, 21).toISOString() }))
    expect(created_at).toEqual({ $lte: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString() })
  })

  it("reads the offset, and asks for the newest payments without filters if it is empty", () => {
    const queryOf = (query: string) => readListQuery(new URLSearchParams(query))
    expect(queryOf("")).toEqual({ limit: 20, offset: 0, order: "-created_at" })
    const offsets = ["offset=40", "offset=-20", "offset=x", "offset=1.5"].map((query) => queryOf(query).offset)
    expect(offsets).toEqual([40, 0, 0, 0])
  })
})
