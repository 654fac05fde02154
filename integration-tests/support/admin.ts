import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, generateJwtToken, Modules } from "@medusajs/framework/utils"
import { createHttp, type Http } from "./http"

/** Makes a user and returns the admin API, signed in as this user without a password. */
export async function signInAsAdmin(container: MedusaContainer, url: string): Promise<Http> {
  const email = "admin@example.com"
  const user = await container.resolve(Modules.USER).createUsers({ email })
  const identity = await container.resolve(Modules.AUTH).createAuthIdentities({
    provider_identities: [{ provider: "emailpass", entity_id: email }],
    app_metadata: { user_id: user.id },
  })
  const { http } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE).projectConfig
  const facts = {
    actor_id: user.id,
    actor_type: "user",
    auth_identity_id: identity.id,
    app_metadata: { user_id: user.id },
  }
  const token = generateJwtToken(facts, { secret: http.jwtSecret, expiresIn: "1d" })
  return createHttp(url, { authorization: `Bearer ${token}` })
}
