import { inOneShop } from "../../support/medusa"
import { more } from "../shops.json"

inOneShop({}, more["two-accounts"], (file) => require(`../${file}.spec.ts`))
