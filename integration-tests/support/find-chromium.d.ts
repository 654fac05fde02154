/** The browser that tests look through, or undefined where this machine has none. */
export function findChromium(): string | undefined
