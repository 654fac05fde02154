import { inOneShop } from "../../support/medusa"
import shops from "../shops.json"

inOneShop({}, shops["admin-and-attacks"], (file) => require(`../${file}.spec.ts`))
