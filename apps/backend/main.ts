/**
 * The backend as a process: reads the environment, runs until SIGTERM or SIGINT, and then ends cleanly.
 * When it listens it prints one line, `{"ready":true,"url":…}`. What keeps it from starting is one sentence
 * per fault on standard error, and exit code 1.
 */
import { Layer, Result } from "effect"
import { startBackend } from "./backend.ts"
import { readConfig } from "./config.ts"
import { Ids } from "./ids.ts"
import { loggingLayer } from "./logging.ts"
import { steadyClockLayer } from "./steady-clock.ts"

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const config = readConfig(process.env)
if (Result.isFailure(config)) refuse(config.failure.message)
else {
  const surroundings = Layer.mergeAll(Ids.layer, loggingLayer, steadyClockLayer)
  const running = await startBackend(config.success, surroundings).catch((error: unknown) =>
    refuse(error instanceof Error ? error.message : String(error)),
  )
  process.stdout.write(`${JSON.stringify({ ready: true, url: running.url })}\n`)
  const end = () => {
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once("SIGTERM", end)
  process.once("SIGINT", end)
}
