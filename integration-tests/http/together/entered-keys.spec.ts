import { inOneShop } from "../../support/medusa"
import shops from "../shops.json"

inOneShop({ keysInAdmin: true }, shops["entered-keys"], (file) => require(`../${file}.spec.ts`))
