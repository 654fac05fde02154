/** Whether a process of that id runs, another user's too. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

module.exports = { isAlive }
