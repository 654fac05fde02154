/** Whether a process with this id runs, of any user. */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === "EPERM"
  }
}

module.exports = { isAlive }
