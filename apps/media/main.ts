/**
 * The media engine as a process: reads the environment, runs until SIGTERM or SIGINT. When it listens it
 * prints one line, `{"ready":true,"url":…}`.
 */
import { Result } from "effect"
import { readMediaConfig } from "./config.ts"
import { startMedia } from "./media.ts"

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const config = readMediaConfig(process.env)
if (Result.isFailure(config)) refuse(config.failure.message)
else {
  const running = await startMedia(config.success).catch((error: unknown) =>
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
