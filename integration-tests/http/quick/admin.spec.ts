import { inOneShop } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop({}, quick.admin, (file) => require(`../${file}.spec.ts`))
