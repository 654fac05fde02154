import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { createHttp } from "../../support/http"
import { until } from "../../support/until"
import token from "./token/test-token.json"

const word = (hex: string) => hex.padStart(64, "0")

/** Starts a local chain with a real EVM. Each transaction makes a block. */
export async function startEvmNode(chainId: number) {
  const anvil = require.resolve("@foundry-rs/anvil/bin.mjs")
  const child = spawn(process.execPath, [anvil, "--port", "0", "--chain-id", String(chainId)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const { post } = createHttp(await addressOf(child))
  /** Calls the node's JSON-RPC. Throws its error. */
  const ask = async (method: string, ...params: unknown[]) => {
    const { result, error } = await post("/", { jsonrpc: "2.0", id: 1, method, params })
    if (error) throw Object.assign(new Error(error.message), error)
    return result
  }
  const [account] = (await ask("eth_accounts")) as [string]
  return {
    ask,
    /** An account that the node signs for, with coins for fees. */
    account,
    /** Deploys an ERC-20 token, all of which belongs to `account`. Returns the contract's address. */
    deployToken: async (supply: bigint): Promise<string> => {
      const data = `${token.bytecode}${word(supply.toString(16))}`
      const hash = await ask("eth_sendTransaction", { from: account, data })
      // The node answers before it makes the block.
      const receipt = await until("the token is deployed", () => ask("eth_getTransactionReceipt", hash))
      return (receipt as { contractAddress: string }).contractAddress
    },
    /** Base units of a token that an address holds. */
    balanceOf: async (contract: string, holder: string): Promise<bigint> => {
      const data = `0x70a08231${word(holder.slice(2))}`
      return BigInt((await ask("eth_call", { to: contract, data }, "latest")) as string)
    },
    stop: async (): Promise<void> => {
      const ended = once(child, "close")
      child.kill()
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error("no output")
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? []
    if (address) {
      child.stdout.resume()
      return `http://${address}`
    }
  }
  throw new Error("the EVM node ended before it was up")
}
