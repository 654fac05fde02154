import type { Asset, EvmChain } from "../../../../core/assets/registry"
import type { Actor, EventState, ListOf } from "./common"
import type { ActionView } from "./payments"

/** Where a setting comes from. What medusa-config sets is read-only in the admin. */
export type SettingSource = "config" | "admin" | "default"

export type SettingView<T> = {
  /** Null where nobody set it and there is no default. */
  value: T | null
  source: SettingSource
  /** The option in medusa-config that sets it. */
  option: string
  /** The environment variable behind that option, as the README has it; null where there is none. */
  variable: string | null
}

export type SecretView = {
  set: boolean
  source: Exclude<SettingSource, "default"> | null
  option: string
  variable: string | null
  /** "…a1b2", or null where nothing is set or the sealed value cannot be opened. */
  last_four: string | null
  /** False where a sealed value is stored that no encryption key at hand opens. */
  readable: boolean
  /** When and by whom it was entered in the admin; null for what medusa-config sets. */
  set_at: string | null
  set_by: Actor | null
}

export type SettingField =
  | "base_url"
  | "api_key"
  | "secret_key"
  | "endpoint_secret"
  | "order_placement"
  | "unpaid_order_minutes"
  | "assets"
  | "signature_header"
  | "cleared_statuses"

export type ConnectionView = {
  /** The provider's id in medusa-config. */
  id: string
  /** Medusa's id of it: `pp_crypto_<id>`. */
  provider_id: string
  /** Null while no API key is known. */
  test_mode: boolean | null
  /** Complete, so that payments can be asked for. */
  ready: boolean
  /** What is missing for that. */
  missing: SettingField[]
  /** Settings that are wrong together, in words. */
  problems: { field: SettingField; code: string; message: string }[]
  base_url: SettingView<string>
  api_key: SettingView<string>
  order_placement: SettingView<"checkout" | "payment">
  /** Minutes after which an unpaid order is canceled; "off": never. */
  unpaid_order_minutes: SettingView<number | "off">
  assets: SettingView<Asset[]>
  signature_header: SettingView<string>
  cleared_statuses: SettingView<string[]>
  secret_key: SecretView
  endpoint_secret: SecretView & {
    /** The one before the last rotation, while it is still taken. */
    previous: { last_four: string | null; valid_until: string } | null
  }
  /** Whether secrets can be stored at all: an encryption key is set. */
  encryption_ready: boolean
  webhook: {
    /** To register in the service's merchant dashboard. */
    url: string
    /** The newest event that was stored. */
    last_event: null | {
      id: string
      received_at: string
      kind: string | null
      state: EventState
      error: string | null
      /** As in a list of events. */
      service_payment_ids: string[]
    }
    /** The last delivery that was turned away; noted once a minute at the most. */
    last_refused: null | { at: string; code: string; message: string }
  }
  health: {
    status: "unknown" | "working" | "credentials_broken" | "store_disabled"
    last_check_at: string | null
    last_error_code: string | null
    /** Until then the service is sent nothing. */
    throttled_until: string | null
    unavailable: { asset: Asset; chain: EvmChain | null; until: string }[]
    /** Shoppers whom the service's screening refused. */
    screened_count: number
  }
  /** Assets that can be offered, for the form. */
  known_assets: Asset[]
  /** The latest acts on these settings, newest first. */
  actions: ActionView[]
}

/** `GET /admin/crypto-payments/connections` */
export type ConnectionList = ListOf<"connections", ConnectionView>
/** `GET /admin/crypto-payments/connections/:id`, and the answer of every change. */
export type ConnectionAnswer = { connection: ConnectionView }

/**
 * `POST /admin/crypto-payments/connections/:id`. What is left out stays; null takes what the admin entered away (not
 * for the secrets, which are only ever replaced). A changed base URL wants the secret key again: a key is sent only to
 * the address that it was entered for.
 */
export type ConnectionUpdate = {
  base_url?: string | null
  api_key?: string | null
  secret_key?: string
  /** The first one, or one that takes the other's place at once. To keep the old one valid for a while, rotate. */
  endpoint_secret?: string
  order_placement?: "checkout" | "payment" | null
  /** "off" cancels none; null goes back to the default, 24 hours. */
  unpaid_order_minutes?: number | "off" | null
  assets?: Asset[] | null
  signature_header?: string | null
  cleared_statuses?: string[] | null
}

/** `POST /admin/crypto-payments/connections/:id/endpoint-secret`: rotates it. */
export type EndpointSecretRotation = {
  endpoint_secret: string
  /** Until when the one before is taken too; at most 30 days away. */
  previous_valid_until: string
}

export type TestCode =
  | "ok"
  | "wrong_keys"
  | "store_disabled"
  | "unreachable"
  | "private_address"
  | "tls"
  | "timeout"
  | "not_this_api"
  | "throttled"
  | "outage"
  | "incomplete"

/** `POST /admin/crypto-payments/connections/:id/test` */
export type ConnectionTest = {
  result: {
    code: TestCode
    /** What it means and what to do. */
    message: string
    /** One word more for whoever mends it (an error code, an HTTP status), never a header or a body. */
    detail: string | null
    checked_at: string
    took_ms: number
  }
}
