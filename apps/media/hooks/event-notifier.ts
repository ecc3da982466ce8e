/**
 * Tells the chat service what happened to paths and sessions: one after the other in their order, each again until
 * it is taken. What cannot be told for long is bounded: the oldest are dropped, and counted.
 */
import { Cause, Context, Data, Effect, Layer, Schedule } from "effect"
import type { EngineEvent } from "../engine/media-engine.ts"
import { HOOK_KEY_REJECTED } from "./hook-key-status.ts"
import { type HookOptions, postJson } from "./post-json.ts"

class NotTaken extends Data.TaggedError("NotTaken")<{ readonly reason: string }> {}

/** What happens in an engine; and first of all that it has begun, with nobody published. */
export type EngineNotification = EngineEvent | { readonly kind: "started" }

export interface EventNotifierShape {
  /** From plain code; returns at once. */
  readonly notify: (event: EngineNotification) => void
  readonly dropped: () => number
}

const MAX_WAITING = 10_000
const ATTEMPT_TIMEOUT = "3 seconds"
const FIRST_RETRY = "200 millis"
const LONGEST_RETRY = "5 seconds"

const attempt = (options: HookOptions, event: EngineNotification) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await postJson(options, event, signal)
      await response.arrayBuffer()
      return response.status
    },
    catch: () => new NotTaken({ reason: "unreachable" }),
  }).pipe(
    Effect.timeoutOrElse({
      duration: ATTEMPT_TIMEOUT,
      orElse: () => Effect.fail(new NotTaken({ reason: "no answer in time" })),
    }),
    Effect.tap((status) =>
      options.hookKey.noteStatus(status) ? Effect.logError(HOOK_KEY_REJECTED) : Effect.void,
    ),
    Effect.flatMap((status) =>
      status >= 200 && status < 300
        ? Effect.void
        : Effect.fail(new NotTaken({ reason: String(status) })),
    ),
  )

const untilTaken = Schedule.min([
  Schedule.exponential(FIRST_RETRY),
  Schedule.spaced(LONGEST_RETRY),
]).pipe(Schedule.jittered)

export class EventNotifier extends Context.Service<EventNotifier, EventNotifierShape>()(
  "media/EventNotifier",
) {
  /** Null: nobody wants to know. */
  static readonly layer = (options: HookOptions | null) =>
    Layer.effect(
      EventNotifier,
      Effect.gen(function* () {
        if (options === null) return EventNotifier.of({ notify: () => undefined, dropped: () => 0 })
        const scope = yield* Effect.scope
        const run = Effect.runForkWith(yield* Effect.context())
        const waiting: Array<EngineNotification> = []
        let dropped = 0
        let isDelivering = false

        const deliver = (event: EngineNotification) =>
          attempt(options, event).pipe(
            Effect.tapError(({ reason }) =>
              Effect.logWarning("an event is not taken", { kind: event.kind, reason }),
            ),
            Effect.retry(untilTaken),
            Effect.ignore,
          )
        const deliverAll = Effect.gen(function* () {
          for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
            yield* deliver(event)
          }
        }).pipe(
          Effect.catchCause((cause) => Effect.logError("events are not told", Cause.pretty(cause))),
          Effect.ensuring(
            Effect.sync(() => {
              isDelivering = false
            }),
          ),
        )
        return EventNotifier.of({
          notify: (event) => {
            waiting.push(event)
            if (waiting.length > MAX_WAITING) {
              waiting.shift()
              dropped += 1
            }
            if (isDelivering) return
            isDelivering = true
            run(Effect.forkIn(deliverAll, scope))
          },
          dropped: () => dropped,
        })
      }),
    )
}
