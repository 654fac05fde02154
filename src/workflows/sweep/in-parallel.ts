/** Works on all items, so many at a time. What breaks for one is told and stops no other. */
export async function inParallel<T>(
  atOnce: number,
  items: readonly T[],
  onError: (error: unknown, item: T) => void,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      try {
        await work(item)
      } catch (error) {
        onError(error, item)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
