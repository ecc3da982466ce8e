/** The simulated bank, mailbox and mail server on free ports, for one test file. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Logger, Result } from "effect"
import { afterAll, beforeAll } from "vitest"
import { readSimulatorsConfig } from "@foldcast/simulators/config"
import { type RunningSimulators, startSimulators } from "@foldcast/simulators/simulators"

/** Returns a getter; the simulators run before the file's tests. */
export const testSimulators = (): (() => RunningSimulators) => {
  const dataDir = mkdtempSync(join(tmpdir(), "foldcast-simulators-"))
  let running: RunningSimulators
  beforeAll(async () => {
    const environment = { SIMULATORS_PORT: "0", SMTP_PORT: "0", DATA_DIR: dataDir }
    const config = Result.getOrThrow(readSimulatorsConfig(environment))
    running = await startSimulators(config, Logger.layer([]))
  })
  afterAll(async () => {
    await running.close()
    rmSync(dataDir, { recursive: true })
  })
  return () => running
}
