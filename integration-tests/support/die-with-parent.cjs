/** Preloaded into child processes: when the parent is gone, even by SIGKILL, the child goes too. */
process.channel?.unref()
process.once("disconnect", () => process.exit(1))
