const { existsSync } = require("node:fs")

/** Usual paths of Chromium; CHROMIUM_PATH sets another one. */
const USUAL = [
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

module.exports = { findChromium }
