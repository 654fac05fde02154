import { refusalOfMedusa } from "../medusa-version"

describe("the version of Medusa", () => {
  it.each(["2.17.1", "2.9.3", "1.20.0", "2.16.0-preview-20260101"])(
    "%s is refused as too old, with a message that names the oldest version",
    (version) => {
      expect(refusalOfMedusa(version)).toBe(
        `medusa-payment-crypto needs Medusa 2.17.2 or later, and this is Medusa ${version}. Update all @medusajs packages.`,
      )
    },
  )

  it.each(["2.17.2", "2.18.0", "2.21.2", "3.0.0", undefined])("%s is accepted", (version) => {
    expect(refusalOfMedusa(version)).toBeUndefined()
  })
})
