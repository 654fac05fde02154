import Medusa from "@medusajs/js-sdk"

/** Put in by the admin's own build, as its dashboard has them; without them the server is the one that served the page. */
declare const __BACKEND_URL__: string | undefined
declare const __AUTH_TYPE__: "session" | "jwt" | undefined
declare const __JWT_TOKEN_STORAGE_KEY__: string | undefined

export const BACKEND_URL = (typeof __BACKEND_URL__ === "string" && __BACKEND_URL__) || "/"
export const AUTH_TYPE = (typeof __AUTH_TYPE__ === "string" && __AUTH_TYPE__) || "session"

export const sdk = new Medusa({
  baseUrl: BACKEND_URL,
  auth: {
    type: AUTH_TYPE,
    ...(typeof __JWT_TOKEN_STORAGE_KEY__ === "string" ? { jwtTokenStorageKey: __JWT_TOKEN_STORAGE_KEY__ } : {}),
  },
})

export const BASE_PATH = "/admin/crypto-payments"
