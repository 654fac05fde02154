import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { SETTING_FIELD_NAMES, SETTING_FIELDS } from "../setting-fields"
import { asGiven, configSettings, type GivenSettings, parseChanges, parseConfiguredSettings } from "../settings"

/** Long enough that no sentence contains it by chance. */
const canary = fc.string({ unit: fc.constantFrom(..."QXZ0123456789"), minLength: 12, maxLength: 20 })
const anything = fc.oneof(fc.jsonValue(), anyText())

describe("options in medusa-config", () => {
  const options = fc.dictionary(fc.constantFrom(...Object.keys(configSettings.shape), "x_unknown"), anything)

  it("are parsed to a form that parses to itself, or refused with a list of problems", () => {
    holds(
      fc.property(fc.oneof(options, anything), (given) => {
        let taken: GivenSettings
        try {
          taken = parseConfiguredSettings(given)
        } catch (error) {
          expect(String(error)).toMatch(/^Error: medusa-payment-crypto cannot start: .*\n- /)
          return
        }
        expect(parseConfiguredSettings(taken)).toEqual(taken)
      }),
      200,
    )
  })

  it("are refused with the name of the setting and without its value", () => {
    const name = fc.constantFrom(...Object.keys(configSettings.shape))
    const wrapped = canary.chain((secret) =>
      fc.tuple(
        fc.constant(secret),
        fc.constantFrom<unknown[]>(secret, [secret], { x: secret }, ` ${secret}\n:`, `https://a:${secret}@b.example`),
      ),
    )
    holds(
      fc.property(name, wrapped, (setting, [secret, value]) => {
        try {
          parseConfiguredSettings({ [setting]: value })
        } catch (error) {
          expect(String(error)).not.toContain(secret)
          expect(String(error)).toContain(setting)
        }
      }),
      200,
    )
  })
})

const changes = fc.dictionary(fc.constantFrom(...SETTING_FIELD_NAMES, "x_unknown"), fc.oneof(anything, canary))

it("what an admin sends is parsed to a form that parses to itself, or refused with every wrong field", () => {
  holds(
    fc.property(changes, (sent) => {
      const parsed = parseChanges(sent)
      if (!parsed.ok) {
        const isWrong = (field: string) => !parseChanges({ [field]: sent[field] }).ok
        expect(parsed.problems.map(({ field }) => field)).toEqual(SETTING_FIELD_NAMES.filter(isWrong))
        const secrets = Object.values(sent).filter((value) => /^[QXZ0-9]{12,}$/.test(String(value)))
        for (const secret of secrets) expect(JSON.stringify(parsed.problems)).not.toContain(secret)
        return
      }
      expect(parseChanges(parsed.changes)).toEqual(parsed)
      expect(Object.keys(asGiven(parsed.changes))).toEqual(
        Object.keys(parsed.changes).map((field) => SETTING_FIELDS[field as keyof typeof SETTING_FIELDS]),
      )
    }),
    200,
  )
})
