/** The path of the browser for tests, or undefined if this machine has none. */
export function findChromium(): string | undefined
