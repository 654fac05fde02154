const { readdirSync } = require("node:fs")
const { join } = require("node:path")

/** Spec files of `test:all` and `test:release`, which fill whole databases. */
const SLOW = ["query-plans.spec.ts", "upgrades.spec.ts"]

/** The spec files of the module that belong to `npm test`. */
module.exports = readdirSync(join(__dirname, ".."))
  .filter((name) => name.endsWith(".spec.ts") && !SLOW.includes(name))
  .map((name) => name.replace(".spec.ts", ""))
