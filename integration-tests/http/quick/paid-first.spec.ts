import { inOneShop, PAID_FIRST } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop(PAID_FIRST, quick["paid-first"], (file) => require(`../${file}.spec.ts`))
