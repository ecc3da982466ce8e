/** The backend as a process. Its ready line is `{"ready":true,"url":…}`. */
import { Layer } from "effect"
import { runProcess } from "@foldcast/settings/run-process"
import { startBackend } from "./backend.ts"
import { readBackendConfig } from "./config.ts"
import { BackendIds } from "./ids.ts"
import { backendLogging } from "./logging.ts"
import { steadyClockLayer } from "./steady-clock.ts"

const deps = Layer.mergeAll(BackendIds.layer, backendLogging, steadyClockLayer)

await runProcess(
  readBackendConfig(process.env),
  (config) => startBackend(config, deps),
  ({ url }) => ({ url }),
)
