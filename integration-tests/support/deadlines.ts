/**
 * Lets each deadline during some work come at once; the client's own tests wait for one.
 * @returns the deadlines that were asked for, in milliseconds
 */
export async function hurryDeadlines(work: () => Promise<unknown>): Promise<number[]> {
  const asked: number[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const spy = jest.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    asked.push(milliseconds)
    return timeout(50)
  })
  await work().finally(() => spy.mockRestore())
  return asked
}
