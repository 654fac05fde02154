import { inOneShop } from "../../support/medusa"
import shops from "../shops.json"

inOneShop({}, shops["buys-and-changes"], (file) => require(`../${file}.spec.ts`))
