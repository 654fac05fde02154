import { inOneShop } from "../../support/medusa"
import shops from "../shops.json"

inOneShop({ orderPlacement: "payment" }, shops["paid-first"], (file) => require(`../${file}.spec.ts`))
