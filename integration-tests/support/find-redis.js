const { accessSync, constants } = require("node:fs")
const { delimiter, join } = require("node:path")

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The Redis on the path, or undefined where this machine has none. */
const findRedis = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find(isProgram)

module.exports = { findRedis }
