/** Preloaded into a server under test. Prints a line as soon as the plugin starts no more work, because the server stops. */
const Module = require("node:module")

const load = Module._load
let patched = false
Module._load = function loadAndPatch(request, ...rest) {
  const loaded = load.call(this, request, ...rest)
  if (!patched && request.endsWith("/service") && loaded.Drain) {
    patched = true
    const { drain } = loaded.Drain.prototype
    loaded.Drain.prototype.drain = function drainAndTell(...given) {
      const drained = drain.apply(this, given)
      process.stdout.write("\nthe plugin drains\n")
      return drained
    }
  }
  return loaded
}
