import type * as schemas from "./setting-schemas"

/** What the table of settings says about one of them. */
export type SettingEntry = {
  schema: keyof typeof schemas
  /** The schema for an admin's input, if it differs from that for medusa-config. */
  adminSchema?: keyof typeof schemas
  /** How the text of an environment variable is converted, and the control in the admin's form; text by default. */
  kind?: "number" | "list" | "flag"
  /** A setting with neither `default` nor `required` is optional. */
  default?: unknown
  /** The environment variable that the documented medusa-config reads. */
  variable?: string
  /** Set if a connection cannot work without the setting: its name for admins, and what it is and where to get it. */
  required?: { label: string; help: string }
  /** Its name in the API and its column, if an admin may enter it. Only medusa-config sets the others. */
  field?: string
  /** The section of the admin that shows it. Without one, it needs its own form. */
  group?: "keys" | "checkout" | "branding" | "advanced"
  /** Write-only: it is never read back. */
  secret?: true
  /** The placeholder of its empty field, if it has no default. */
  example?: string
  /** What it does, in Markdown: for docs/settings.md, and for the admin's form until a language has a hint of its own. */
  help: string
}
