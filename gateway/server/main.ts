/**
 * The gateway's process: reads the environment, locks the data directory, and runs until a stop signal or until its
 * log fails. When it listens it prints one line, `{"ready":true,"url":…}`.
 */
import "effect/schema/SchemaJITCompiler/enable"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Cause, Effect, Exit, Option } from "effect"
import { outliveUncaughtErrors } from "@foldcast/settings/uncaught-errors"
import { readConfig } from "../config.ts"
import { keepBallast, releaseBallast } from "../log/ballast.ts"
import { holdDataDirectory } from "../log/data-lock.ts"
import { restrictNewFilesToOwner } from "../log/owner-only.ts"
import { layerOf, runGateway } from "./server.ts"
import { loggingLayer } from "../telemetry/logging.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"

restrictNewFilesToOwner()
const root = fileURLToPath(new URL("../..", import.meta.url))
const { version } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
) as {
  readonly version: string
}

const stopSignal = Effect.callback<void>((resume) => {
  const stop = () => resume(Effect.void)
  process.once("SIGTERM", stop)
  process.once("SIGINT", stop)
})

const program = Effect.gen(function* () {
  const config = yield* Effect.fromResult(readConfig(process.env))
  yield* releaseBallast(config.dataDir)
  yield* holdDataDirectory({ directory: config.dataDir, holder: "the gateway" })
  const options = {
    config,
    root,
    build: config.build ?? version,
    ...(process.env["FOLDCAST_DEV"] === "1" && {
      development: yield* Effect.promise(async () => {
        const { developmentSite } = await import("./development-site.ts")
        return developmentSite(root)
      }),
    }),
  }
  yield* Effect.gen(function* () {
    const { url, restored, failed } = yield* runGateway(options)
    yield* Effect.logInfo("the gateway listens", { url, restored })
    const { uncaught } = yield* GatewayMetrics
    const tell = Effect.runForkWith(yield* Effect.context())
    outliveUncaughtErrors({
      counted: uncaught,
      told: (error) => tell(Effect.logError("an error that nobody caught", error)),
    })
    yield* Effect.forkScoped(keepBallast(config.dataDir, config.minFreeBytes))
    process.stdout.write(`${JSON.stringify({ ready: true, url })}\n`)
    const failure = yield* Effect.race(
      Effect.map(failed, Option.some),
      Effect.as(stopSignal, Option.none()),
    )
    if (Option.isSome(failure)) return yield* failure.value
  }).pipe(Effect.provide(layerOf(options)))
}).pipe(Effect.scoped, Effect.provide(loggingLayer("Info")))

const exit = await Effect.runPromiseExit(program)
if (Exit.isFailure(exit)) {
  const error = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  process.stderr.write(`${error instanceof Error ? error.message : Cause.pretty(exit.cause)}\n`)
}
process.exit(Exit.isSuccess(exit) ? 0 : 1)
