/**
 * Runs items of the same turn of the event loop as one batch, so that requests that arrive at once share a statement.
 * If a batch fails, each of its items is run alone, so that a bad item fails no other.
 * @param run returns one result for each item, in their order
 */
export function batched<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  type Call = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }
  let calls: Call[] = []

  const runOne = ({ item, resolve, reject }: Call) => run([item]).then(([result]) => resolve(result as Result), reject)

  async function runAll() {
    const batch = calls
    calls = []
    const results = batch.length > 1 ? await run(batch.map(({ item }) => item)).catch(() => undefined) : undefined
    for (const [index, call] of batch.entries()) {
      if (results) call.resolve(results[index] as Result)
      else runOne(call)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (calls.length === 0) setImmediate(runAll)
      calls.push({ item, resolve, reject })
    })
}
