/** The path of `redis-server` on PATH, or undefined if there is none. */
export function findRedis(): string | undefined
