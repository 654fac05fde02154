import { readFileSync } from "node:fs"
import { join } from "node:path"
// biome-ignore lint/correctness/noUndeclaredDependencies: the test must use the copy of Medusa's dashboard
import i18next from "i18next"
import { renderToString } from "react-dom/server"
import { FormProvider, useForm } from "react-hook-form"
import { I18nextProvider } from "react-i18next"
import { OrdinarySettings, toUpdate, valuesOf } from "../admin/components/settings/setting-form"
import resources from "../admin/i18n"
import type { ConnectionView } from "../api/admin/crypto-payments/contract"
import { ConnectionChange, PreviewInput } from "../api/admin/crypto-payments/route-table"
import { PLAIN_SETTINGS, type SettingsSource } from "../api/admin/crypto-payments/views/connection"
import { withTable } from "../core/connection/__tests__/settings-page"
import type { SettingName } from "../core/connection/setting-table"
import { parseChanges, parseConfiguredSettings, variableOf } from "../core/connection/settings"
import { resolveConnection } from "../modules/crypto-payments/connections/resolve"
import { SecretBox } from "../modules/crypto-payments/secrets/secret-box"
import type { ConnectionRow } from "../modules/crypto-payments/stores/rows"
import { changedFields, patchOf } from "../workflows/connections/save-connection"

/** A maintainer adds only these entries. */
jest.mock("../core/connection/setting-table", () => {
  const { SETTINGS: known } = jest.requireActual("../core/connection/setting-table")
  const look = { group: "branding", help: "what `Acme` says" }
  const motto = { ...look, schema: "displayName", field: "acme_motto", example: "Buy Acme" }
  const words = { ...look, schema: "statusWords", kind: "list", default: ["a", "b"], field: "acme_words" }
  const days = { ...look, schema: "watchDays", kind: "number", variable: "ACME_DAYS", field: "acme_days" }
  const quiet = { ...look, schema: "flag", kind: "flag", default: false, field: "acme_quiet" }
  return { SETTINGS: { ...known, acmeMotto: motto, acmeWords: words, acmeDays: days, acmeQuiet: quiet } }
})

const ENTERED = { acme_motto: "Best", acme_words: ["c", "d"], acme_days: 7, acme_quiet: true }
const GIVEN = { acmeMotto: "Best", acmeWords: ["c", "d"], acmeDays: 7, acmeQuiet: true }
const secretBox = new SecretBox([])
const connectionWith = (columns: object) => resolveConnection("default", {}, columns as ConnectionRow, secretBox)
const viewOf = (columns: object) => {
  const source = { connection: connectionWith(columns) } as SettingsSource
  const shown = Object.entries(PLAIN_SETTINGS).map(([field, show]) => [field, show(source)])
  return Object.fromEntries(shown) as ConnectionView
}
const FIELDS = Object.keys(ENTERED) as (keyof ConnectionView & "logo")[]

describe("settings that exist only as entries", () => {
  it("are read from medusa-config and the environment", () => {
    const options = { acmeMotto: "Best", acmeWords: "c, d", acmeDays: "7", acmeQuiet: "true" }
    expect(parseConfiguredSettings(options)).toEqual(GIVEN)
    expect(() => parseConfiguredSettings({ acmeDays: "0" })).toThrow("(environment: ACME_DAYS)")
    expect(variableOf("acmeDays" as SettingName, "default")).toBe("ACME_DAYS")
  })

  it("are taken from an admin, and saved in columns with their names", () => {
    expect(ConnectionChange.parse(ENTERED)).toEqual(ENTERED)
    expect(PreviewInput.parse(ENTERED)).toEqual(ENTERED)
    expect(parseChanges({ acme_days: 0 })).toMatchObject({ ok: false, problems: [{ field: "acme_days" }] })
    const changed = changedFields({} as ConnectionRow, ENTERED as object)
    expect(changed).toEqual(FIELDS)
    const by = { secretBox, actorId: "user_1", now: new Date(0) }
    expect(patchOf("default", ENTERED as object, changed, by)).toEqual(ENTERED)
  })

  it("are read from those columns, and shown to the admin with their source", () => {
    expect(connectionWith(ENTERED).given).toEqual(GIVEN)
    expect(viewOf(ENTERED)).toMatchObject({ acme_days: { value: 7, source: "admin", variable: "ACME_DAYS" } })
    expect(viewOf({})).toMatchObject({ acme_words: { value: ["a", "b"], source: "default" } })
  })

  it("appear in the admin's form with a control of their kind, and in English until a language names them", async () => {
    const i18n = i18next.createInstance()
    await i18n.init({ lng: "de", fallbackLng: "en", resources })
    const connection = viewOf({ acme_motto: "Best", acme_quiet: true })
    function Form() {
      const form = useForm({ defaultValues: valuesOf(connection, [...FIELDS, "support_link"]) })
      return (
        <I18nextProvider i18n={i18n}>
          <FormProvider {...form}>
            <OrdinarySettings connection={connection} group="branding" />
          </FormProvider>
        </I18nextProvider>
      )
    }
    const html = renderToString(<Form />)
    const labels = [...html.matchAll(/<label[^>]*>([^<]*)/g)].map(([, label]) => label)
    expect(labels.slice(1)).toEqual(["Acme motto", "Acme words", "Acme days", "Acme quiet"])
    expect(labels[0]).toBe(resources.de.cryptoPayments.settings.fields.support_link.label)
    expect(html).toContain("What Acme says")
    expect(html).toMatch(/<input[^>]* placeholder="Buy Acme"[^>]* value="Best"/)
    expect(html).toMatch(/<input[^>]* placeholder="a, b"[^>]* value="a, b"/)
    expect(html).toMatch(/<input[^>]* type="number"/)
    expect(html).toMatch(/role="switch" aria-checked="true"/)
  })

  it("are sent by that form as the server takes them", () => {
    const values = valuesOf(viewOf(ENTERED), FIELDS)
    expect(values).toEqual({ acme_motto: "Best", acme_words: "c, d", acme_days: "7", acme_quiet: true })
    expect(toUpdate(values)).toEqual(ENTERED)
    const empty = { acme_motto: "", acme_words: " , ", acme_days: "", acme_quiet: false }
    expect(toUpdate(empty)).toEqual({ acme_motto: null, acme_words: null, acme_days: null, acme_quiet: false })
  })

  it("are the only rows that `npm run docs` adds to docs/settings.md", () => {
    const page = readFileSync(join(__dirname, "../../docs/settings.md"), "utf8")
    const added = withTable(page)
      .split("\n")
      .filter((line) => !page.split("\n").includes(line))
    expect(added).toHaveLength(Object.keys(GIVEN).length)
    expect(added[2]).toBe("| `acmeDays` | `ACME_DAYS` |  | what `Acme` says |")
  })
})
