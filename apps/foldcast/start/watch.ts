/**
 * Watch mode: restarts a process when one of its source files changes. A failed start is reported, and the next
 * change retries.
 */
import { execFile } from "node:child_process"
import { watch as watchFolder } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Site } from "./launch.ts"
import type { ProcessName } from "./plans.ts"
import { affected, isOfDeskScript, WATCHED_FOLDERS } from "./watched-files.ts"

/** Debounce: editors and generators write several files for one change. */
const SETTLE_MS = 150

const run = promisify(execFile)

/** Returns a function that stops watching. */
export const watchSources = (
  root: string,
  { processes }: Site,
  say: (line: string) => void,
): (() => void) => {
  const changed = new Set<ProcessName>()
  let isDeskChanged = false
  let timer: NodeJS.Timeout | undefined
  let busy = Promise.resolve()

  const startAnew = async (names: ReadonlySet<ProcessName>): Promise<void> => {
    for (const [name, process] of processes) {
      if (!names.has(name)) continue
      say(`${name}: starts anew`)
      try {
        await process.restart()
        say(`${name}: ready`)
      } catch (error) {
        say(error instanceof Error ? error.message : `${name}: did not start`)
      }
    }
  }

  const packDesk = async (): Promise<void> => {
    try {
      await run("npm", ["run", "-s", "build:desk"], { cwd: root })
    } catch (error) {
      say(error instanceof Error ? error.message : "the desk's script was not packed")
    }
  }

  const settle = () => {
    const names = new Set(changed)
    const isDeskStale = isDeskChanged
    changed.clear()
    isDeskChanged = false
    if (isDeskStale) busy = busy.then(packDesk)
    busy = busy.then(() => startAnew(names))
  }

  const watchers = WATCHED_FOLDERS.map((folder) => {
    const watcher = watchFolder(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null) return
      const path = `${folder}/${file.replaceAll("\\", "/")}`
      const names = affected(path)
      if (names.length === 0) return
      isDeskChanged ||= isOfDeskScript(path)
      for (const name of names) changed.add(name)
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLE_MS)
    })
    // A deleted folder, or too many watched folders for the system, must not end the site.
    watcher.on("error", (error) => say(`${folder} is not watched any more: ${error.message}`))
    return watcher
  })
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
