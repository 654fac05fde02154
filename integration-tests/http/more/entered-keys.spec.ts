import { inOneShop } from "../../support/medusa"
import { more } from "../shops.json"

inOneShop({ keysInAdmin: true }, more["entered-keys"], (file) => require(`../${file}.spec.ts`))
