/** Milliseconds of CPU time of this process, so that other processes do not count. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Walks over each pair of a text's first 6 000 characters, like a quadratic pattern. */
function walkPairs(text: string): number {
  const length = Math.min(text.length, 6_000)
  let same = 0
  for (let one = 0; one < length; one++)
    for (let other = 0; other < length; other++) if (text.charCodeAt(one) === text.charCodeAt(other)) same++
  return same
}

let bound: number | undefined

/**
 * Whether reading a long text takes time that grows linearly with its length. The bound is ten walks over the pairs of
 * 6 000 characters on this machine; a quadratic read of 60 000 characters takes a hundred.
 */
export function readAtOnce(read: (text: string) => unknown, text: string): boolean {
  bound ??= 10 * processorMs(() => walkPairs("/".repeat(6_000)))
  const most = bound
  // A pause of the garbage collector may slow down one try, but not all three.
  return [1, 2, 3].some(() => processorMs(() => read(text)) < most)
}
