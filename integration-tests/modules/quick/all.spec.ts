const files: string[] = require("./files")

// One after the other in one file, so that Medusa's framework is loaded only once.
for (const file of files) describe(file, () => void require(`../${file}.spec.ts`))
