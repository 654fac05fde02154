import { inOneShop } from "../../support/medusa"
import shops from "../shops.json"

inOneShop({ env: { MEDUSA_FF_RBAC: "true" } }, shops.roles, (file) => require(`../${file}.spec.ts`))
