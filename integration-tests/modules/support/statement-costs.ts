import type { Knex } from "../../../src/modules/crypto-payments/stores/rows"
import { explain, readsRows, type Sent } from "../../support/explain"

/** What a statement did to get its answer: how it came to the rows of each table, and how many it looked at. */
export type StatementCost = { sql: string; scans: string[]; rowsRead: number }

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Index Name"?: string
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
export async function costsOf(knex: Knex, call: (knex: Knex) => Promise<unknown>): Promise<StatementCost[]> {
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
  const costs: StatementCost[] = []
  await inVain(async (trx) => {
    for (const statement of sent.filter(readsRows)) {
      const nodes = [...nodesOf(await explain<PlanNode>(trx, "ANALYZE", statement))].filter(isScan)
      costs.push({
        sql: statement.sql,
        scans: nodes.map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? ""} ${node["Index Name"] ?? ""}`),
        // A bitmap's index comes with the scan of the table that it is for, and would be counted twice.
        rowsRead: nodes.filter((node) => node["Relation Name"]).reduce((sum, node) => sum + readBy(node), 0),
      })
    }
  })
  return costs
}

/** The counts of a node are for one of its loops. */
const readBy = (node: PlanNode): number =>
  ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  (node["Actual Loops"] ?? 0)
