/** The backend as a process. Its ready line is `{"ready":true,"url":…}`. */
import { Layer } from "effect"
import { runProcess } from "@foldcast/settings/run-process"
import { startBackend } from "./backend.ts"
import { readConfig } from "./config.ts"
import { Ids } from "./ids.ts"
import { loggingLayer } from "./logging.ts"
import { steadyClockLayer } from "./steady-clock.ts"

const surroundings = Layer.mergeAll(Ids.layer, loggingLayer, steadyClockLayer)

await runProcess(
  readConfig(process.env),
  (config) => startBackend(config, surroundings),
  ({ url }) => ({ url }),
)
