/** Preloaded into child processes: a child exits when its parent ends, even by SIGKILL. */
process.channel?.unref()
process.once("disconnect", () => process.exit(1))
