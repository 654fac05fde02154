import { SETTING_FIELDS, type SettingField } from "../../core/connection/setting-fields"
import { type GivenSettings, VARIABLES } from "../../core/connection/settings"
import { type AdminRefusal, adminRefusal } from "../../core/text/admin-refusals"

/** Refuses to change a setting of medusa-config in the admin, and says where it is set. */
export function refuseConfigured(config: GivenSettings, fields: readonly SettingField[]): AdminRefusal | undefined {
  const fixed = fields.find((field) => config[SETTING_FIELDS[field]] !== undefined)
  if (!fixed) return undefined
  const name = SETTING_FIELDS[fixed]
  const variable = VARIABLES[name]
  return adminRefusal("set_in_config", `${fixed}: ${variable ? `environment ${variable}` : `option ${name}`}`)
}
