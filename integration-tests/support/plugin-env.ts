import { randomBytes } from "node:crypto"
import type { Sandbox } from "../../src/sandbox"

/** A new secret for each run: nothing that is written down here opens anything. */
export const newSecret = (): string => randomBytes(24).toString("hex")

/** The environment of a Medusa that has the plugin and takes the sandbox for its service. */
export function pluginEnv(
  sandbox: Sandbox,
  endpointSecret: string,
  orderPlacement = "checkout",
): Record<string, string> {
  return {
    CRYPTO_PAYMENTS_BASE_URL: sandbox.url,
    CRYPTO_PAYMENTS_API_KEY: sandbox.apiKey,
    CRYPTO_PAYMENTS_SECRET_KEY: sandbox.secretKey,
    CRYPTO_PAYMENTS_ENDPOINT_SECRET: endpointSecret,
    CRYPTO_PAYMENTS_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    CRYPTO_PAYMENTS_ORDER_PLACEMENT: orderPlacement,
  }
}

/** The environment of a Medusa that runs as its owner would run it, on this machine and over plain http. */
export function serverEnv(databaseUrl: string, configHome: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    // Medusa's tools note things down for their user, whose home stays as it is.
    XDG_CONFIG_HOME: configHome,
    JWT_SECRET: newSecret(),
    COOKIE_SECRET: newSecret(),
    PLAIN_HTTP_COOKIES: "true",
    // One process: what several would share lives in its memory. An inherited address would say otherwise.
    REDIS_URL: "",
  }
}

/** Where the plugin takes the events of its provider with that id. */
export const webhookUrl = (url: string, id = "default"): string => `${url}/hooks/crypto-payments/${id}`
