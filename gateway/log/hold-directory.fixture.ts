/** Holds a data directory until it is killed: node … DIRECTORY, telling "held" over IPC. */
import { Effect } from "effect"
import { holdDataDirectory } from "./data-lock.ts"

// The channel to the parent keeps the process alive while somebody listens.
process.on("message", () => undefined)

await Effect.runPromise(
  holdDataDirectory({ directory: process.argv[2] ?? "", holder: "the first one" }).pipe(
    Effect.andThen(Effect.sync(() => process.send?.("held"))),
    Effect.andThen(Effect.never),
    Effect.scoped,
  ),
)
