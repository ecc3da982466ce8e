/**
 * The reference backend as a process of its own, with the hook of contract verification and without the demo world:
 * like a service that somebody else runs.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { layMigratedDatabase } from "@foldcast/backend/db/migrated-database.fixture"
import { PACKED } from "@foldcast/foldcast/start/plans"
import { SupervisedProcess } from "@foldcast/foldcast/start/supervised-process"
import { inheritedByProcesses } from "./world.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

export interface ReferenceBackend {
  readonly url: string
  /** Enters a state of the contracts; returns the state's answer. */
  readonly enter: (
    state: string,
    params?: Readonly<Record<string, unknown>>,
  ) => Promise<Readonly<Record<string, unknown>>>
  readonly close: () => Promise<void>
}

export const startReferenceBackend = async (
  key: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ReferenceBackend> => {
  const folder = mkdtempSync(join(tmpdir(), "foldcast-reference-"))
  const dataDir = join(folder, "data")
  await layMigratedDatabase(dataDir)
  const backend = new SupervisedProcess(
    {
      name: "backend",
      args: [
        "--import",
        join(ROOT, "apps/foldcast/start/end-with-parent.js"),
        join(ROOT, PACKED.backend),
      ],
      environment: {
        ...inheritedByProcesses(),
        BACKEND_PORT: "0",
        DATA_DIR: dataDir,
        MEMBER_API_KEY: key,
        PROVIDER_STATES: "on",
        // Demo performers in the lists would change the order that tests check.
        DEMO: "off",
        ...environment,
      },
      cwd: ROOT,
      logFile: join(folder, "backend.log"),
      restart: false,
    },
    { crashed: () => undefined, restarted: () => undefined, line: () => undefined },
  )
  const close = async () => {
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const url = await backend.start().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    url,
    close,
    enter: async (state, params = {}) => {
      const response = await fetch(`${url}/_states`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ state, params }),
      })
      if (!response.ok) throw new Error(`${state}: ${response.status} ${await response.text()}`)
      return (await response.json()) as Readonly<Record<string, unknown>>
    },
  }
}
