import { parseEnv } from "node:util"

/** Adds variables at the end of an .env file. Keeps each that has a value there. */
export function addVariables(text: string, wanted: Readonly<Record<string, string>>): string {
  const absent = absentFrom(text, Object.keys(wanted))
  if (absent.length === 0) return text
  const lines = absent.map((name) => `${name}=${wanted[name]}\n`)
  const separator = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n"
  return `${text}${separator}# medusa-payment-crypto\n${lines.join("")}`
}

/** The variables without a value in an .env file. */
export function absentFrom(text: string, names: readonly string[]): string[] {
  const values = parseEnv(text)
  return names.filter((name) => !values[name]?.trim())
}
