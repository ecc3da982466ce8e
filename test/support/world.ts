/**
 * The whole site as real processes on free ports, with a data directory of its own: what the tests of
 * test/e2e, test/faults, test/security and test/proof run against. Nobody performs in it unless the world
 * is told so. A process that a test kills stays dead until the test starts it again, unless the world is
 * told to restart crashed ones.
 *
 * Needs the built site (`npm test` builds it). Closing is bounded in time and leaves nothing behind; so
 * does the death of the test's own process, because every process ends with the one that started it.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layMigratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { launch, type Site } from "@foldcast/foldcast/start/launch"
import type { ProcessName } from "@foldcast/foldcast/start/plans"
import type { SupervisedProcess } from "@foldcast/foldcast/start/supervised-process"

export interface WorldOptions {
  /** Settings beside the world's own. */
  readonly environment?: Readonly<Record<string, string>>
  /** Crashed processes are started again, as `npm start` does. */
  readonly restart?: boolean
  /** Another world's directory, to start again on what it left; it is not removed at the end. */
  readonly dataDir?: string
}

export interface World {
  readonly urls: Site["urls"]
  readonly dataDir: string
  /** Opens captures, under the name support. */
  readonly supportToken: string
  readonly memberApiKey: string
  /** Every line a process has printed so far, oldest first. */
  readonly log: (name: ProcessName) => ReadonlyArray<string>
  /** Ends a process by a signal; answers when it is gone. */
  readonly kill: (name: ProcessName, signal?: NodeJS.Signals) => Promise<void>
  /** Sends a signal that does not end it. */
  readonly signal: (name: ProcessName, signal: NodeJS.Signals) => void
  /** Starts a process that was killed; answers when it is ready. */
  readonly start: (name: ProcessName) => Promise<void>
  /** Ends a process politely and starts it anew. */
  readonly restart: (name: ProcessName) => Promise<void>
  readonly close: () => Promise<void>
  /** Ends every process by force, in no time: for whoever is being ended. What is on the disk stays. */
  readonly abandon: () => void
}

/** What a developer's own environment must not change in a test. */
const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const startWorld = async (options: WorldOptions = {}): Promise<World> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "foldcast-world-"))
  const lines = new Map<string, Array<string>>()
  const removeData = () => {
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
  }
  let site: Site
  try {
    if (options.dataDir === undefined) await layMigratedDatabase(join(dataDir, "backend"))
    site = await launch({
      environment: {
        ...inherited(),
        PORT: "0",
        SIMULATORS_PORT: "0",
        SMTP_PORT: "0",
        DEMO: "off",
        // Only worlds of pictures have a media engine.
        MEDIA: "off",
        // Where a machine runs all tests at once, a process that waits for its turn is not overloaded.
        MAX_EVENT_LOOP_DELAY_MS: "60000",
        ...options.environment,
        DATA_DIR: dataDir,
      },
      development: false,
      restart: options.restart === true,
      events: {
        crashed: () => undefined,
        restarted: () => undefined,
        line: (name, line) => {
          const known = lines.get(name)
          if (known === undefined) lines.set(name, [line])
          else known.push(line)
        },
      },
    })
  } catch (error) {
    removeData()
    throw error
  }
  const processOf = (name: ProcessName): SupervisedProcess => {
    const found = site.processes.get(name)
    if (found === undefined) throw new Error(`this world has no ${name}`)
    return found
  }
  return {
    urls: site.urls,
    dataDir,
    supportToken: site.secrets.SUPPORT_TOKEN,
    memberApiKey: site.secrets.MEMBER_API_KEY,
    log: (name) => lines.get(name) ?? [],
    kill: (name, signal = "SIGKILL") => processOf(name).kill(signal),
    signal: (name, signal) => {
      const { pid } = processOf(name)
      if (pid !== undefined) process.kill(pid, signal)
    },
    start: async (name) => {
      await processOf(name).start()
    },
    restart: async (name) => {
      await processOf(name).restart()
    },
    close: async () => {
      await site.stop()
      removeData()
    },
    abandon: () => {
      for (const { pid } of site.processes.values())
        if (pid !== undefined) process.kill(pid, "SIGKILL")
    },
  }
}
