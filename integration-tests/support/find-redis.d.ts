/** The Redis on the path, or undefined where this machine has none. */
export function findRedis(): string | undefined
