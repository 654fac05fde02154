import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

const SRC = join(__dirname, "..")

/** Medusa and React Router read these from many files. The docs name both the model and the component of a payment. */
const CONVENTIONAL = ["GET", "POST", "config", "handle", "CryptoPayment"]

const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (file) => /[.]tsx?$/.test(file) && !file.includes("__tests__"),
)
const DECLARED = /^export (?:async |abstract )?(?:const|function\*?|class|type|interface|enum) (\w+)/gm

it("an exported name is declared in only one file, so that it has one meaning", () => {
  const places = new Map<string, Set<string>>()
  for (const file of FILES)
    for (const [, name = ""] of readFileSync(join(SRC, file), "utf8").matchAll(DECLARED))
      places.set(name, (places.get(name) ?? new Set()).add(file))
  expect(places.size).toBeGreaterThan(500)
  const shared = [...places].filter(([name, files]) => files.size > 1 && !CONVENTIONAL.includes(name))
  expect(shared.map(([name, files]) => [name, ...files])).toEqual([])
})
