const files: string[] = require("./files")

// One after the other in one file, so that Medusa's framework is loaded only once.
for (const file of files)
  describe(`integration-tests/modules/${file}.spec.ts`, () => void require(`../${file}.spec.ts`))
