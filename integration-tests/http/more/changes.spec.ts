import { inOneShop } from "../../support/medusa"
import { more } from "../shops.json"

inOneShop({}, more.changes, (file) => require(`../${file}.spec.ts`))
