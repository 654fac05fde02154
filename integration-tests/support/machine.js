/** What is on this machine: programs and processes. */
const { existsSync } = require("node:fs")
const { delimiter, join } = require("node:path")

/** Usual paths of Chromium; CHROMIUM_PATH sets another. The headless shell is first: it takes a third less time. */
const USUAL = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

/** The path of the browser for tests, or undefined if this machine has none. */
const findChromium = () => [process.env.CHROMIUM_PATH, ...USUAL].find((path) => path && existsSync(path))

/** The path of `redis-server` on PATH, or undefined if there is none. */
const findRedis = () =>
  (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, "redis-server"))
    .find((path) => existsSync(path))

/** Whether a process with this id runs, of any user. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

module.exports = { findChromium, findRedis, isAlive }
