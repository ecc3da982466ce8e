/**
 * The whole site as real processes on free ports, with a data directory of its own: the tests of test/e2e,
 * test/faults, test/security and test/proof run against it. It has no performers unless the world's options add
 * them. A process that a test kills stays down until the test starts it, unless the options ask for restarts of
 * crashed ones.
 *
 * Needs the built site (`npm test` builds it). Closing is bounded in time and leaves nothing behind. The same holds
 * when the test's own process dies, because every process ends with its parent.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { layMigratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { launch, type Site } from "@foldcast/foldcast/start/launch"
import type { ProcessName } from "@foldcast/foldcast/start/plans"
import type { SupervisedProcess } from "@foldcast/foldcast/start/supervised-process"

export interface WorldOptions {
  /** Settings in addition to the world's own. */
  readonly environment?: Readonly<Record<string, string>>
  /** Crashed processes are restarted, as `npm start` does. */
  readonly restart?: boolean
  /** Another world's directory, to start on its data; it is not removed at the end. */
  readonly dataDir?: string
}

export interface World {
  readonly urls: Site["urls"]
  readonly dataDir: string
  /** Token that opens captures, under the name support. */
  readonly supportToken: string
  readonly memberApiKey: string
  /** Every line a process has printed so far, oldest first. */
  readonly log: (name: ProcessName) => ReadonlyArray<string>
  /** Ends a process by a signal; resolves when it has exited. */
  readonly kill: (name: ProcessName, signal?: NodeJS.Signals) => Promise<void>
  /** Sends a signal that does not end it. */
  readonly signal: (name: ProcessName, signal: NodeJS.Signals) => void
  /** Starts a process that was killed; resolves when it is ready. */
  readonly start: (name: ProcessName) => Promise<void>
  /** Stops a process gracefully and starts it again. */
  readonly restart: (name: ProcessName) => Promise<void>
  readonly close: () => Promise<void>
  /** Kills every process at once, for a worker that is being ended. Files on disk stay. */
  readonly abandon: () => void
}

/** The proof goes the journeys of members over each transport (test/proof/member-journeys.ts). */
const memberApiTransport = (): Readonly<Record<string, string>> => {
  const { MEMBER_API_TRANSPORT } = process.env
  return MEMBER_API_TRANSPORT === undefined ? {} : { MEMBER_API_TRANSPORT }
}

/** Of the environment only these variables: a developer's must not change a test. */
export const inheritedByProcesses = (): Record<string, string> => ({
  ...Object.fromEntries(
    ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  ),
  NODE_OPTIONS: `--import=${import.meta.resolve("./baseline-wasm.js")}`,
})

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
        ...inheritedByProcesses(),
        PORT: "0",
        SIMULATORS_PORT: "0",
        SMTP_PORT: "0",
        DEMO: "off",
        // Only worlds with pictures have a media engine.
        MEDIA: "off",
        // High, because on a machine that runs all tests at once, a process that waits for the CPU is not
        // overloaded.
        MAX_EVENT_LOOP_DELAY_MS: "60000",
        ...memberApiTransport(),
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
