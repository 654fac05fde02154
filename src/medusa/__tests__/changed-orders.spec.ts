import { ulidAt } from "../changed-orders"

it("the smallest ULID of a time has the time of the published example, and 26 digits that sort by time", () => {
  // https://github.com/ulid/javascript: ulid(1469918176385)
  expect(ulidAt(1469918176385)).toBe("01ARYZ6S410000000000000000")
  const ulids = [0, 1, 31, 32, 1024, 1469918176385, 1469918176386, 2 ** 48 - 1].map(ulidAt)
  expect(ulids.every((ulid) => /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(ulid))).toBe(true)
  expect([...ulids].sort()).toEqual(ulids)
})
