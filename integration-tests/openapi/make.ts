import { writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { makeDocument, openapiText } from "./document"

/** `npm run openapi` */
writeFileSync(resolve(__dirname, "../../docs/openapi.yaml"), openapiText(makeDocument()))
