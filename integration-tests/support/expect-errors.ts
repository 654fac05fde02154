declare global {
  /** Set for the test that runs; see quiet-environment.js. */
  var expectedErrorLines: RegExp[]
}

/** Medusa cancels an order even if the provider refuses, and logs the refusal. */
export const NO_REFUND_BY_SOFTWARE = /Cryptocurrency cannot be pulled back by software/
/** A cart was completed before it was paid, in a store that places orders when they are paid. */
export const NOT_PAID_YET = /The order is placed as soon as the payment arrives/
/** No quote is available. */
export const NO_QUOTE = /Paying in cryptocurrency is temporarily unavailable|Too many payments are being started/

/** For faults and concurrent requests, where it depends on timing which errors Medusa logs. */
export const WHATEVER_MEETS = /./

/** The errors that the tests of this `describe`, or the calling test, may log. Any other error fails a test. */
export function expectErrors(...patterns: RegExp[]): void {
  const add = () => void globalThis.expectedErrorLines.push(...patterns)
  if (expect.getState().currentTestName === undefined) beforeEach(add)
  else add()
}
