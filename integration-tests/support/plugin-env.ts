import { randomBytes } from "node:crypto"
import type { Sandbox } from "../../src/sandbox"

/** A new secret for each run, so that the repository contains no valid secret. */
export const newSecret = (): string => randomBytes(24).toString("hex")

/** The environment of a Medusa with the plugin, which uses the sandbox as its service. */
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

/** The environment of a Medusa in production mode, on this machine and over http. */
export function serverEnv(databaseUrl: string, configHome: string): Record<string, string> {
  return {
    NODE_ENV: "production",
    DATABASE_URL: databaseUrl,
    // Medusa's tools write files into the user's configuration folder, which must not change.
    XDG_CONFIG_HOME: configHome,
    JWT_SECRET: newSecret(),
    COOKIE_SECRET: newSecret(),
    PLAIN_HTTP_COOKIES: "true",
    // One process needs no Redis. This overrides an inherited value.
    REDIS_URL: "",
  }
}

/** The webhook URL of the provider with this id. */
export const webhookUrl = (url: string, id = "default"): string => `${url}/hooks/crypto-payments/${id}`
