/**
 * Runs a process of the site from start to end. A failure to start is one sentence on standard error and exit
 * code 1; a ready process prints one line, `{"ready":true,…}`; SIGTERM and SIGINT end it cleanly. Once it is
 * ready, an uncaught error does not end it (uncaught-errors.ts): each is a line of JSON on standard output.
 */
import { Result } from "effect"
import {
  outliveUncaughtErrors,
  type UncaughtError,
  type UncaughtListener,
} from "./uncaught-errors.ts"

interface Running {
  readonly close: () => Promise<void>
  /** Counts uncaught errors, or finds their owner. */
  readonly uncaught?: Omit<UncaughtListener, "told">
}

const refuse = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** Uses the console, which continues when standard output is closed. */
const tellUncaught = (error: UncaughtError): void => {
  const at = new Date().toISOString()
  const line = { at, level: "error", message: "an error that nobody caught", annotations: error }
  console.log(JSON.stringify(line))
}

export const runProcess = async <Config, Process extends Running>(
  config: Result.Result<Config, { readonly message: string }>,
  start: (config: Config) => Promise<Process>,
  /** The ready line's data, for the process that started this one. */
  readyLine: (running: Process) => Readonly<Record<string, unknown>>,
): Promise<void> => {
  if (Result.isFailure(config)) return refuse(config.failure.message)
  const running = await start(config.success).catch((error: unknown) =>
    refuse(error instanceof Error ? error.message : String(error)),
  )
  outliveUncaughtErrors({ counted: () => undefined, ...running.uncaught, told: tellUncaught })
  process.stdout.write(`${JSON.stringify({ ready: true, ...readyLine(running) })}\n`)
  const end = () => {
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once("SIGTERM", end)
  process.once("SIGINT", end)
}
