import { type Sandbox, startSandbox } from "../../src/sandbox"
import type { createCleanup } from "../support/cleanup"
import { newSecret, webhookUrl } from "../support/plugin-env"
import { freePort } from "../support/ports"

/** A connection without options in medusa-config, which a person sets up in the admin. */
export const SECOND = "second"

const PORT = 4020

export type SecondAccount = { sandbox: Sandbox; endpointSecret: string }

/** A second account at the service. With the keys of the first one, each connection would get the other's events. */
export async function secondAccount(
  medusaUrl: string,
  cleanup: ReturnType<typeof createCleanup>,
): Promise<SecondAccount> {
  const sandbox = await startSandbox({ port: await freePort(PORT) })
  cleanup.add(sandbox.close)
  const endpointSecret = newSecret()
  sandbox.registerEndpoint({ url: webhookUrl(medusaUrl, SECOND), secret: endpointSecret })
  return { sandbox, endpointSecret }
}
