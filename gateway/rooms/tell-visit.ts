/** Tells a visit facts of its room, and runs beside it what nobody waits for. */
import { Effect, Exit } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogUnavailable } from "../log/visit-log.ts"
import { NO_WRITERS, type Writers } from "../log/writer.ts"
import type { SourcedFact } from "../visits/placement.ts"
import { type LiveVisit, recipientOf } from "../visits/registry.ts"
import type { RoomDeps } from "./room-deps.ts"

interface Around {
  /** Run right before and right after the facts are placed: no frame comes in between. */
  readonly before?: () => void
  readonly after?: () => void
  /** Whose accounts are behind the names in these facts. */
  readonly writers?: Writers
}

/** Told to this visit alone; it waits until they are durable. */
export const tellVisit = (
  { pipeline }: Pick<RoomDeps, "pipeline">,
  visit: LiveVisit,
  facts: ReadonlyArray<SourcedFact>,
  cause: CommandId | null,
  { before, after, writers = NO_WRITERS }: Around = {},
): Effect.Effect<void, LogUnavailable> =>
  Effect.uninterruptible(
    Effect.callback((resume) => {
      before?.()
      const options = { cause, only: [visit], writers }
      pipeline.submit(facts, recipientOf(visit), options, (exit) => resume(Exit.asVoid(exit)))
      after?.()
    }),
  )

export const inBackground = (
  { fatal, scope }: Pick<RoomDeps, "fatal" | "scope">,
  effect: Effect.Effect<unknown, LogUnavailable>,
): Effect.Effect<void> => Effect.asVoid(Effect.forkIn(fatal.guard(effect), scope))
