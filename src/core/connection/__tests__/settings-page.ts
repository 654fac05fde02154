import { SETTINGS, type SettingEntry } from "../setting-table"

const HEAD = `| option | environment | default | what it does |
|---|---|---|---|
`

/** A row of the table in docs/settings.md. A star marks what only medusa-config sets. */
const row = ([name, { variable, required, default: value, field, help }]: [string, SettingEntry]) => {
  const shown = value === undefined ? "" : `\`${JSON.stringify(value).replaceAll(",", ", ")}\``
  const cells = [variable ? `\`${variable}\`` : "", required ? "required" : shown, help]
  return `| \`${name}\`${field ? "" : "*"} | ${cells.join(" | ")} |\n`
}

/** The page docs/settings.md with its table of options made from the entries. */
export const withTable = (page: string): string => {
  const [before, after = ""] = page.split(HEAD)
  const rows = Object.entries<SettingEntry>(SETTINGS).map(row).join("")
  return `${before}${HEAD}${rows}${after.replace(/^(\|.*\n)*/, "")}`
}
