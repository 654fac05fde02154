import type { MedusaContainer } from "@medusajs/framework/types"
import { errorLine } from "../core/text/redact"
import { type ResealedValue, type ResealResult, resealSecrets } from "../workflows/connections/reseal-secrets"
import { contextOf } from "../workflows/context"

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Run by `medusa exec`, which ends with the exit code that is set here. */
export default async function reseal({ container, args }: { container: MedusaContainer; args: string[] }) {
  const dryRun = args.includes("dry-run")
  try {
    const result = await resealSecrets(contextOf(container), { dryRun })
    for (const value of result.values) say(lineOf(value))
    say(summaryOf(result, dryRun))
    if (!result.ok) process.exitCode = 1
  } catch (error) {
    say(`Nothing was done any further: ${errorLine(error)}`)
    process.exitCode = 1
  }
}

/** Keys by their public names, from which no key can be found; never a secret. */
export function lineOf({ connection, field, from, to, outcome }: ResealedValue): string {
  const what = `${connection}  ${field.replace(/_sealed$/, "")}`
  switch (outcome) {
    case "resealed":
      return `${what}  ${from} → ${to}`
    case "would_be_resealed":
      return `${what}  ${from} → ${to} (not written)`
    case "already":
      return `${what}  ${to}: already under the new key`
    case "cannot_be_opened":
      return `${what}  ${from}: cannot be opened with any key at hand`
    case "kept_changing":
      return `${what}  ${from}: was saved anew again and again; run this once more`
  }
}

export function summaryOf({ ok, values }: ResealResult, dryRun: boolean): string {
  const count = (outcome: ResealedValue["outcome"]) => values.filter((value) => value.outcome === outcome).length
  if (values.length === 0) return "No secret is stored."
  if (!ok) {
    return `${count("cannot_be_opened") + count("kept_changing")} of ${values.length} stored secrets could not be re-sealed. Keep every key until they are, or enter those secrets again in the admin.`
  }
  return dryRun
    ? `${count("would_be_resealed")} of ${values.length} stored secrets would be sealed anew. Nothing was written.`
    : `All ${values.length} stored secrets are under the first key now; ${count("resealed")} were sealed anew. The other keys can go.`
}
