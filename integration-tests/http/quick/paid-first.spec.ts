import { inOneShop } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop({ orderPlacement: "payment" }, quick["paid-first"], (file) => require(`../${file}.spec.ts`))
