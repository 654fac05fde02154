import * as fc from "fast-check"
import { anyText, holds } from "../../__tests__/properties"
import { ASSETS } from "../../assets/registry"
import { combineSettings, isTestMode, parseConfiguredSettings } from "../combine-settings"
import { asGiven, parseChanges } from "../setting-changes"
import { SETTING_FIELD_NAMES, SETTING_FIELDS } from "../setting-fields"
import type { GivenSettings } from "../settings"
import { configSettings, REQUIRED_SETTINGS } from "../settings"

/** Long enough that no sentence contains it by chance. */
const canary = fc.string({ unit: fc.constantFrom(..."QXZ0123456789"), minLength: 12, maxLength: 20 })
const anything = fc.oneof(fc.jsonValue(), anyText())
const some = <One>(given: fc.Arbitrary<One>) => fc.option(given, { nil: undefined })

const settings: fc.Arbitrary<GivenSettings> = fc.record({
  baseUrl: some(fc.constantFrom("https://pay.example.com", "http://localhost:4100", "https://10.0.0.1")),
  apiKey: some(fc.constantFrom("pk_test_a", "pk_test_b", "live_public")),
  secretKey: some(fc.constantFrom("sk_test_a", "sk_test_b", "live_secret")),
  endpointSecret: some(fc.constantFrom(["whsec_a"], ["whsec_a", "whsec_b"])),
  assets: some(fc.subarray([...ASSETS], { minLength: 1 })),
  watchDays: some(fc.integer({ min: 1, max: 365 })),
  allowPrivateAddress: some(fc.boolean()),
})

describe("settings from medusa-config and from the admin", () => {
  it("use the value of medusa-config if it has one, and otherwise the admin's", () => {
    holds(
      fc.property(settings, settings, (config, admin) => {
        const { given } = combineSettings(config, admin)
        for (const name of Object.keys({ ...config, ...admin }) as (keyof GivenSettings)[]) {
          expect(given[name]).toEqual(config[name] === undefined ? admin[name] : config[name])
        }
      }),
    )
  })

  it("are complete only with all required settings, and only if they fit together", () => {
    holds(
      fc.property(settings, settings, (config, admin) => {
        const { given, settings: made, missing, problems } = combineSettings(config, admin)
        expect(made !== undefined).toBe(missing.length === 0 && problems.length === 0)
        expect(missing).toEqual(REQUIRED_SETTINGS.filter((name) => given[name] === undefined))
        if (!made) return
        expect(isTestMode(made)).toBe(made.secretKey.startsWith("sk_test_"))
        expect(made.allowPrivateAddress || !made.baseUrl.includes("10.0.0.1")).toBe(true)
        expect(isTestMode(made) || made.baseUrl.startsWith("https://")).toBe(true)
      }),
      1000,
    )
  })

  it("never send a secret key of medusa-config to a base URL that an admin entered", () => {
    holds(
      fc.property(settings, settings, (config, admin) => {
        fc.pre(config.secretKey !== undefined && config.baseUrl === undefined)
        expect(combineSettings(config, admin).settings).toBeUndefined()
      }),
    )
  })
})

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
      500,
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
      500,
    )
  })
})

describe("what an admin sends", () => {
  const changes = fc.dictionary(fc.constantFrom(...SETTING_FIELD_NAMES, "x_unknown"), fc.oneof(anything, canary))

  it("is parsed to a form that parses to itself, or refused with every wrong field", () => {
    holds(
      fc.property(changes, (sent) => {
        const parsed = parseChanges(sent)
        if (!parsed.ok) {
          const isWrong = (field: string) => !parseChanges({ [field]: sent[field] }).ok
          expect(parsed.problems.map(({ field }) => field)).toEqual(SETTING_FIELD_NAMES.filter(isWrong))
          return
        }
        expect(parseChanges(parsed.changes)).toEqual(parsed)
        expect(Object.keys(asGiven(parsed.changes))).toEqual(
          Object.keys(parsed.changes).map((field) => SETTING_FIELDS[field as keyof typeof SETTING_FIELDS]),
        )
      }),
      500,
    )
  })

  it("is refused without its value", () => {
    const wrapped = canary.chain((secret) =>
      fc.tuple(
        fc.constant(secret),
        fc.constantFrom<unknown[]>([secret], { x: secret }, `https://a:${secret}@b.example`, `${secret}\n${secret}:`),
      ),
    )
    holds(
      fc.property(fc.constantFrom(...SETTING_FIELD_NAMES), wrapped, (field, [secret, value]) => {
        const parsed = parseChanges({ [field]: value })
        if (!parsed.ok) expect(JSON.stringify(parsed.problems)).not.toContain(secret)
      }),
    )
  })
})
