import { inOneShop, TWO_SECRETS } from "../../support/medusa"
import { quick } from "../shops.json"

inOneShop(TWO_SECRETS, quick.buying, (file) => require(`../${file}.spec.ts`))
