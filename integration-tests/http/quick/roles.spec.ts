import { inOneShop } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop({ env: { MEDUSA_FF_RBAC: "true" } }, quick.roles, (file) => require(`../${file}.spec.ts`))
