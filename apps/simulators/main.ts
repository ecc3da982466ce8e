/** The outside parties as a process. Its ready line is `{"ready":true,"url":…,"smtpUrl":…}`. */
import { runProcess } from "@foldcast/settings/run-process"
import { readSimulatorsConfig } from "./config.ts"
import { startSimulators } from "./simulators.ts"

await runProcess(readSimulatorsConfig(process.env), startSimulators, ({ url, smtpUrl }) => ({
  url,
  smtpUrl,
}))
