import { inOneShop } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop({ keysInAdmin: true }, quick["entered-keys"], (file) => require(`../${file}.spec.ts`))
