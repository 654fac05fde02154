import type { MedusaContainer } from "@medusajs/framework/types"
import { errorLine } from "../core/text/redact"
import { type ResealedValue, type ResealResult, resealSecrets } from "../workflows/connections/reseal-secrets"
import { contextOf } from "../workflows/context"

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Run by `medusa exec`, which exits with the code that is set here. */
export default async function reseal({ container, args }: { container: MedusaContainer; args: string[] }) {
  const dryRun = args.includes("dry-run")
  try {
    const result = await resealSecrets(contextOf(container), { dryRun })
    for (const value of result.values) say(resealedLine(value))
    say(summaryOf(result, dryRun))
    if (!result.ok) process.exitCode = 1
  } catch (error) {
    say(`Stopped by an error: ${errorLine(error)}`)
    process.exitCode = 1
  }
}

/** Names each key by its public id, from which the key cannot be derived. */
export function resealedLine({ connection, field, from, to, outcome }: ResealedValue): string {
  const said: Record<ResealedValue["outcome"], string> = {
    resealed: `${from} → ${to}`,
    would_be_resealed: `${from} → ${to} (not written)`,
    already: `${to}: already under the new key`,
    cannot_be_opened: `${from}: no configured key opens it`,
    kept_changing: `${from}: changed while this ran; run it again`,
  }
  return `${connection}  ${field.replace(/_sealed$/, "")}  ${said[outcome]}`
}

export function summaryOf({ ok, values }: ResealResult, dryRun: boolean): string {
  const count = (outcome: ResealedValue["outcome"]) => values.filter((value) => value.outcome === outcome).length
  if (values.length === 0) return "No secret is stored."
  if (!ok) {
    return `${count("cannot_be_opened") + count("kept_changing")} of ${values.length} stored secrets could not be re-sealed. Keep every key until they are, or enter these secrets again in the admin.`
  }
  return dryRun
    ? `${count("would_be_resealed")} of ${values.length} stored secrets would be re-sealed. Nothing was written.`
    : `All ${values.length} stored secrets are under the first key now; ${count("resealed")} were re-sealed. You can remove the other keys.`
}
