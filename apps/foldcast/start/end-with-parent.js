/**
 * Preloaded into every process that the launcher starts: ends the process when the launcher is gone,
 * however it went, so that no orphan keeps a port or a data directory. Plain JavaScript, because a process
 * that needs no TypeScript otherwise would load what strips its types: 18 MB.
 */
const MAX_GOODBYE_MS = 10_000

const { channel } = process
if (channel) {
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM")
    setTimeout(() => process.kill(process.pid, "SIGKILL"), MAX_GOODBYE_MS).unref()
  })
  // Listening to the launcher is no reason to stay alive.
  channel.unref()
}
