import { providerIdOf } from "../../core/assets/offered-assets"
import type { SetupProblem } from "../../core/connection/setup"
import { countRegionsWith } from "../../medusa/regions"
import type { Context } from "../context"

/** What an installation still lacks: in medusa-config, in the database, and in Medusa's regions. */
export async function setupProblems(context: Context): Promise<SetupProblem[]> {
  const problems = await context.store.setupProblems()
  const unreadable = problems.some(({ code }) => code === "migrations_missing")
  return unreadable ? problems : [...problems, ...(await regionProblems(context))]
}

async function regionProblems({ store, container }: Context): Promise<SetupProblem[]> {
  const problems: SetupProblem[] = []
  for (const id of store.connectionIds()) {
    // Without payments it was never offered; with some, its owner took it out of the regions.
    const provider = providerIdOf(id)
    if ((await countRegionsWith(container, provider)) > 0 || (await store.payments.anyOf(id))) continue
    problems.push({ code: "provider_in_no_region", detail: provider })
  }
  return problems
}

/** Logs, once in each process, what cannot be known before Medusa's regions can be read. */
export async function tellOfRegions(context: Context): Promise<void> {
  const { store, clock } = context
  if (!store.isTimeFor("regions", Number.POSITIVE_INFINITY, clock())) return
  for (const problem of await regionProblems(context)) store.logSetup(problem)
}
