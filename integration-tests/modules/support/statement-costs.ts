import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { explain, readsRows, type Sent } from "../../support/explain"

/** What a call did to get its answer: how it came to the rows of each table, how many it looked at, and in how many pages. */
export type Costs = {
  /** `<how> <table> <index>`, of all its statements. */
  scans: string[]
  /** The tables that were read from end to end. */
  readWhole: string[]
  rowsRead: number
  /** Of PostgreSQL's shared buffers, found there or read; those of indexes that were written are among them. */
  pages: number
}

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
  "Shared Hit Blocks"?: number
  "Shared Read Blocks"?: number
  "Actual Rows"?: number
  "Actual Loops"?: number
  "Rows Removed by Filter"?: number
  "Rows Removed by Index Recheck"?: number
  Plans?: PlanNode[]
}

const isScan = (node: PlanNode): boolean => /Scan$/.test(node["Node Type"]) && node["Node Type"] !== "CTE Scan"

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

/**
 * Runs a call in a transaction, then every statement that it sent once more under EXPLAIN ANALYZE, in its order and
 * on the same rows; nothing of either run stays.
 * @param call gets a knex that is bound to the transaction
 */
export async function costsOf(knex: Knex, call: (knex: Knex) => Promise<unknown>): Promise<Costs> {
  const sent: Sent[] = []
  const note = (query: Sent) => sent.push(query)
  const undone = new Error("undone")
  const inVain = (work: (trx: Knex) => Promise<void>) =>
    knex
      .transaction(async (trx) => {
        await work(trx as unknown as Knex)
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })

  await inVain(async (trx) => {
    knex.on("query", note)
    try {
      await call(trx)
    } finally {
      knex.removeListener("query", note)
    }
  })
  const plans: PlanNode[] = []
  await inVain(async (trx) => {
    for (const statement of sent.filter(readsRows)) plans.push(await explain(trx, "ANALYZE, BUFFERS", statement))
  })
  const scans = plans.flatMap((plan) => [...nodesOf(plan)]).filter(isScan)
  // A bitmap's index comes with the scan of the table that it is for, and would be counted twice.
  const ofTables = scans.filter((node) => node["Relation Name"])
  return {
    scans: scans.map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? ""} ${node["Index Name"] ?? ""}`),
    readWhole: ofTables.filter((node) => node["Node Type"] === "Seq Scan").map((node) => String(node["Relation Name"])),
    rowsRead: sumOf(ofTables, readBy),
    // A plan's first node has the pages of all below it.
    pages: sumOf(plans, (plan) => (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)),
  }
}

const sumOf = (nodes: readonly PlanNode[], what: (node: PlanNode) => number): number =>
  nodes.reduce((sum, node) => sum + what(node), 0)

/** The counts of a node are for one of its loops. */
const readBy = (node: PlanNode): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  (node["Actual Loops"] ?? 0)
