import { z } from "@medusajs/framework/zod"
import { SETTING_FIELD_NAMES } from "../../../../core/connection/setting-fields"
import type { ConnectionUpdate, ConnectionView, EndpointSecretRotation } from "../contract"
import { searchText, texts } from "../list-query"

/**
 * Which fields there are is judged here, what stands in them where they are saved: Medusa's words for a value of the
 * wrong type quote it, and it may be a secret.
 */
const bodyOf = <Field extends string>(fields: readonly Field[]) =>
  z
    .custom<object>(
      (body) => typeof body === "object" && body !== null && !Array.isArray(body),
      "the body must be a JSON object",
    )
    .pipe(
      z.strictObject(
        Object.fromEntries(fields.map((field) => [field, z.unknown().optional()])) as Record<
          Field,
          z.ZodOptional<z.ZodUnknown>
        >,
      ),
    )

export const connectionUpdate = bodyOf(SETTING_FIELD_NAMES satisfies readonly (keyof ConnectionUpdate)[])
export const endpointSecretRotation = bodyOf([
  "endpoint_secret",
  "previous_valid_until",
] satisfies (keyof EndpointSecretRotation)[])
export const nothing = bodyOf([])

/** What a view has at its top, which is what `fields` can name. */
export const CONNECTION_FIELDS = Object.keys({
  id: 0,
  provider_id: 0,
  test_mode: 0,
  ready: 0,
  missing: 0,
  problems: 0,
  base_url: 0,
  api_key: 0,
  order_placement: 0,
  unpaid_order_minutes: 0,
  assets: 0,
  signature_header: 0,
  cleared_statuses: 0,
  secret_key: 0,
  endpoint_secret: 0,
  encryption_ready: 0,
  webhook: 0,
  health: 0,
  known_assets: 0,
  actions: 0,
} satisfies Record<keyof ConnectionView, 0>)

/** Beside what every list takes. */
export const listFilters = {
  order: z.enum(["id", "-id"]).default("id"),
  /** Part of an id. */
  q: searchText.optional(),
  id: texts.optional(),
}

export type ListParams = { limit: number; offset: number; order: "id" | "-id"; q?: string; id?: string[] }
