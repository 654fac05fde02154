import { inOneShop } from "../../support/medusa"
import { more } from "../shops.json"

inOneShop({}, more["acts-and-attacks"], (file) => require(`../${file}.spec.ts`))
