/** The first Medusa with the session status `pending_authorization`, for an order that waits for its payment. */
const OLDEST = "2.17.2"

/** @returns what to do about a version of Medusa that is too old; undefined if it is new enough or unknown */
export function refusalOfMedusa(version: string | undefined): string | undefined {
  // Compares digits as numbers, so 2.9 is older than 2.17.
  if (version === undefined || version.localeCompare(OLDEST, "en", { numeric: true }) >= 0) return undefined
  return `medusa-payment-crypto needs Medusa ${OLDEST} or later, and this is Medusa ${version}. Update all @medusajs packages.`
}

function installedVersion(): string | undefined {
  try {
    return require("@medusajs/medusa/package.json").version
  } catch {
    return undefined
  }
}

// Runs on import, before any file that an older Medusa cannot load. Medusa prints the message and stops.
const refusal = refusalOfMedusa(installedVersion())
if (refusal) throw new Error(refusal)
