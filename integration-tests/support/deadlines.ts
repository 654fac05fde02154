/**
 * Makes each deadline during the work pass almost at once. Only the client's own tests wait for a real one.
 * @returns the requested deadlines, in milliseconds
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
