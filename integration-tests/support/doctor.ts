import { spawn } from "node:child_process"
import { resolve } from "node:path"
import type { OwnStore } from "./own-store"

const ROOT = resolve(__dirname, "../..")
const RUN = [resolve(ROOT, "integration-tests/support/run-typescript.cjs"), resolve(ROOT, "src/cli/index.ts")]

export type Ended = { code: number | null; said: string }

/** Runs `medusa-payment-crypto doctor` in a store; `cwd` is a folder with its own medusa-config. */
export function runDoctor({ env }: Pick<OwnStore, "env">, args = ["doctor"], cwd = ROOT): Promise<Ended> {
  const child = spawn(process.execPath, ["--require", resolve(__dirname, "die-with-parent.cjs"), ...RUN, ...args], {
    cwd,
    env: { ...process.env, ...env, TS_NODE_PROJECT: resolve(ROOT, "tsconfig.json") },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  })
  let said = ""
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (said += text))
  return new Promise((done) => child.once("close", (code) => done({ code, said })))
}
