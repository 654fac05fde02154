import { inOneShop } from "../../support/medusa"
import { more } from "../shops.json"

inOneShop({ env: { MEDUSA_FF_RBAC: "true" } }, more.roles, (file) => require(`../${file}.spec.ts`))
