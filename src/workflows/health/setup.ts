import { providerIdOf } from "../../core/assets/offered-assets"
import type { SetupProblem } from "../../core/connection/setup"
import { countRegionsWith } from "../../medusa/regions"
import type { Context } from "../context"

/** What an installation still lacks: in medusa-config, in the database, and in Medusa's regions. */
export async function setupProblems(context: Context): Promise<SetupProblem[]> {
  const { store, container } = context
  const problems = await store.setupProblems()
  if (problems.some(({ code }) => code === "migrations_missing")) return problems
  for (const id of store.connectionIds()) {
    // Without payments it was never offered; with some, its owner took it out of the regions.
    const provider = providerIdOf(id)
    if ((await countRegionsWith(container, provider)) > 0 || (await store.payments.anyOf(id))) continue
    problems.push({ code: "provider_in_no_region", detail: provider })
  }
  return problems
}
