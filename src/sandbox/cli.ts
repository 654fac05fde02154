import { sandboxCommand } from "./command"

sandboxCommand(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
