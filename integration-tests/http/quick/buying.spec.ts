import { inOneShop } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop({}, quick.buying, (file) => require(`../${file}.spec.ts`))
