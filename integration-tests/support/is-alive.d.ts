/** Whether a process with this id runs, of any user. */
export function isAlive(pid: number): boolean
