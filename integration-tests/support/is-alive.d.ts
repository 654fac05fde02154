/** Whether a process of that id runs, another user's too. */
export function isAlive(pid: number): boolean
