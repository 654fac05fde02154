/** The path of the browser for tests, or undefined if this machine has none. */
export function findChromium(): string | undefined
/** The path of `redis-server` on PATH, or undefined if there is none. */
export function findRedis(): string | undefined
/** Whether a process with this id runs, of any user. */
export function isAlive(pid: number): boolean
