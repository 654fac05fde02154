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

/** The path of `redis-server` on PATH, or undefined if there is none. */
const findRedis = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find(isProgram)

module.exports = { findRedis }
