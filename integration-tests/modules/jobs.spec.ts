import { JobStore } from "../../src/modules/crypto-payments/stores/paging"
import { LEASE_MS } from "../../src/modules/crypto-payments/stores/store"
import { describeModule, later, NOW, twenty } from "../support/module-database"

describeModule("a job that goes through a table page by page", (database) => {
  const jobs = () => new JobStore(database.knex)
  type Position = { page: number } | null
  const page = (position: Position) => ({ position: { page: (position?.page ?? 0) + 1 }, result: "done" })
  /** A run that returns where it began. */
  const began = async ({ position }: { position: Position }) => ({ position: { page: 0 }, result: position })

  it("is run by one of twenty processes at a time", async () => {
    let running = 0
    const work = async () => {
      running++
      expect(running).toBe(1)
      await database.knex.raw("SELECT 1")
      running--
      return page(null)
    }
    const results = await twenty(() => jobs().run("one", NOW, work))
    expect(results.filter((result) => result === "done").length).toBeGreaterThan(0)
  })

  it("begins where the last run ended, in every process, and apart from other jobs", async () => {
    const from: (number | undefined)[] = []
    const run = (id: string) =>
      jobs().run<{ page: number }, string>(id, NOW, async ({ position }) => {
        from.push(position?.page)
        return page(position)
      })
    for (const id of ["two", "two", "three", "two"]) expect(await run(id)).toBe("done")
    expect(from).toEqual([undefined, 1, undefined, 2])
  })

  it("begins at the same place again if its work throws", async () => {
    await jobs().run("four", NOW, async () => page(null))
    const broken = jobs().run("four", NOW, async () => Promise.reject(new Error("broken")))
    await expect(broken).rejects.toThrow("broken")
    expect(await jobs().run("four", NOW, began)).toEqual({ page: 1 })
  })

  it("is taken over when a process died while it ran, and that process could not move it any more", async () => {
    await jobs().run("five", NOW, async () => {
      expect(await jobs().run("five", later(0.001), async () => page(null))).toBeUndefined()
      expect(await jobs().run("five", later(LEASE_MS / 1000), async () => page({ page: 7 }))).toBe("done")
      return page(null)
    })
    expect(await jobs().run("five", later(LEASE_MS / 1000), began)).toEqual({ page: 8 })
  })
})
