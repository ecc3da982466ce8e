/**
 * Watch mode: starts a process anew when a file changes that it runs on. A change that does not start is told, and
 * the next change tries again.
 */
import { watch as watchFolder } from "node:fs"
import { join } from "node:path"
import type { Site } from "./launch.ts"
import type { ProcessName } from "./plans.ts"
import { affected, WATCHED_FOLDERS } from "./watched-files.ts"

/** Editors and generators write several files for one change. */
const SETTLE_MS = 150

/** Answers how to stop watching. */
export const watchSources = (
  root: string,
  { processes }: Site,
  say: (line: string) => void,
): (() => void) => {
  const changed = new Set<ProcessName>()
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

  const settle = () => {
    const names = new Set(changed)
    changed.clear()
    busy = busy.then(() => startAnew(names))
  }

  const watchers = WATCHED_FOLDERS.map((folder) => {
    const watcher = watchFolder(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null) return
      const names = affected(`${folder}/${file.replaceAll("\\", "/")}`)
      if (names.length === 0) return
      for (const name of names) changed.add(name)
      clearTimeout(timer)
      timer = setTimeout(settle, SETTLE_MS)
    })
    // A folder that is gone, or more of them than the system watches, ends no site.
    watcher.on("error", (error) => say(`${folder} is not watched any more: ${error.message}`))
    return watcher
  })
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}
