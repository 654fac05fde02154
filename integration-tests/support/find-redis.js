const { existsSync } = require("node:fs")
const { delimiter, join } = require("node:path")

/** The path of `redis-server` on PATH, or undefined if there is none. */
const findRedis = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find((path) => existsSync(path))

module.exports = { findRedis }
