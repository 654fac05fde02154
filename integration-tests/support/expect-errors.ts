declare global {
  /** Of the test that runs; see quiet-environment.js. */
  var expectedErrorLines: RegExp[]
}

/**
 * Says which errors the tests of this `describe`, or the test that calls it, are to log. Any other error line fails a
 * test that passes.
 */
export function expectErrors(...patterns: RegExp[]): void {
  const add = () => void globalThis.expectedErrorLines.push(...patterns)
  if (expect.getState().currentTestName === undefined) beforeEach(add)
  else add()
}
