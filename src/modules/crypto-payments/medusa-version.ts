/**
 * The first Medusa with the session status `pending_authorization`, which a session has while its order waits for the
 * payment.
 */
const OLDEST = "2.17.2"

/** @returns what to do about a version of Medusa that is too old; undefined if it is new enough or unknown */
export function refusalOfMedusa(version: string | undefined): string | undefined {
  const parts = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number)
  if (version === undefined) return undefined
  const [major = 0, minor = 0, patch = 0] = parts(version)
  const [oldMajor = 0, oldMinor = 0, oldPatch = 0] = parts(OLDEST)
  const difference = major - oldMajor || minor - oldMinor || patch - oldPatch
  if (difference >= 0) return undefined
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
