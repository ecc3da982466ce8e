/**
 * The outside parties as a process: reads the environment, runs until SIGTERM or SIGINT. When they listen
 * it prints one line, `{"ready":true,"url":…,"smtpUrl":…}`.
 */
import { Result } from "effect"
import { readSimulatorsConfig } from "./config.ts"
import { startSimulators } from "./simulators.ts"

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const config = readSimulatorsConfig(process.env)
if (Result.isFailure(config)) refuse(config.failure.message)
else {
  const running = await startSimulators(config.success).catch((error: unknown) =>
    refuse(error instanceof Error ? error.message : String(error)),
  )
  const { url, smtpUrl } = running
  process.stdout.write(`${JSON.stringify({ ready: true, url, smtpUrl })}\n`)
  const end = () => {
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once("SIGTERM", end)
  process.once("SIGINT", end)
}
