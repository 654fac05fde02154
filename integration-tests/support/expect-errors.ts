declare global {
  /** Of the test that runs; see quiet-environment.js. */
  var expectedErrorLines: RegExp[]
}

/** Medusa cancels an order whatever its provider says, and logs what that was. */
export const NO_REFUND_BY_SOFTWARE = /Cryptocurrency cannot be pulled back by software/
/** Completing a cart too early, in a store that places orders when they are paid. */
export const NOT_PAID_YET = /The order is placed as soon as the payment arrives/
/** No quote can be had. */
export const NO_QUOTE = /Paying in cryptocurrency is temporarily unavailable|Too many payments are being started/

/** Of what is broken on purpose, and of requests that meet: which errors Medusa logs depends on who comes first. */
export const WHATEVER_MEETS = /./

/**
 * Says which errors the tests of this `describe`, or the test that calls it, may log. Any other error line fails a test
 * that passes.
 */
export function expectErrors(...patterns: RegExp[]): void {
  const add = () => void globalThis.expectedErrorLines.push(...patterns)
  if (expect.getState().currentTestName === undefined) beforeEach(add)
  else add()
}
