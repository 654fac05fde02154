import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { explain, type PlanNode, readsRows, type Sent } from "../../support/explain"

/** The costs of a call's statements: scans of each table, rows read and pages read. */
export type Costs = {
  /** `<node type> <table> <index>` of all statements. */
  scans: string[]
  /** The tables with a sequential scan. */
  readWhole: string[]
  rowsRead: number
  /** Pages of shared buffers, hit or read. This includes pages of indexes that were written. */
  pages: number
}

const isScan = (node: PlanNode): boolean => /Scan$/.test(node["Node Type"]) && node["Node Type"] !== "CTE Scan"

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node
  for (const child of node.Plans ?? []) yield* nodesOf(child)
}

/**
 * Runs a call in a transaction and rolls it back, then runs its statements again in the same order under EXPLAIN
 * ANALYZE, and rolls them back too.
 * @param call gets a knex that is bound to the transaction
 */
export async function costsOf(knex: Knex, call: (knex: Knex) => Promise<unknown>): Promise<Costs> {
  const sent: Sent[] = []
  const note = (query: Sent) => sent.push(query)
  await inVain(knex, async (trx) => {
    knex.on("query", note)
    try {
      await call(trx)
    } finally {
      knex.removeListener("query", note)
    }
  })
  return costsOfSent(knex, sent)
}

/** Runs statements under EXPLAIN ANALYZE, in their order, and rolls them back. */
export async function costsOfSent(knex: Knex, sent: readonly Sent[]): Promise<Costs> {
  const plans: PlanNode[] = []
  await inVain(knex, async (trx) => {
    for (const statement of sent.filter(readsRows)) plans.push(await explain(trx, "ANALYZE, BUFFERS", statement))
  })
  const scans = plans.flatMap((plan) => [...nodesOf(plan)]).filter(isScan)
  // A bitmap index scan belongs to a scan of its table, so counting both would count the rows twice.
  const ofTables = scans.filter((node) => node["Relation Name"])
  return {
    scans: scans.map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? ""} ${node["Index Name"] ?? ""}`),
    readWhole: ofTables.filter((node) => node["Node Type"] === "Seq Scan").map((node) => String(node["Relation Name"])),
    rowsRead: sumOf(ofTables, readBy),
    // The first node of a plan includes the pages of all nodes below it.
    pages: sumOf(plans, (plan) => (plan["Shared Hit Blocks"] ?? 0) + (plan["Shared Read Blocks"] ?? 0)),
  }
}

/** Rolls back what the work does. */
async function inVain(knex: Knex, work: (trx: Knex) => Promise<void>): Promise<void> {
  const undone = new Error("undone")
  await knex
    .transaction(async (trx) => {
      await work(trx as unknown as Knex)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
}

const sumOf = (nodes: readonly PlanNode[], what: (node: PlanNode) => number): number =>
  nodes.reduce((sum, node) => sum + what(node), 0)

/** EXPLAIN gives a node's counts for one loop, so they are multiplied. */
const readBy = (node: PlanNode): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  (node["Actual Loops"] ?? 0)
