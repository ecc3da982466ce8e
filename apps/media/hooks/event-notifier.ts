/**
 * Sends the events of paths and sessions to the chat service, one after the other in their order; each is repeated until it
 * is accepted. The queue is bounded: its oldest events are dropped, and counted.
 */
import { Cause, Context, Data, Effect, Layer, Schedule } from "effect"
import type { EngineEvent } from "../engine/media-engine.ts"
import { HOOK_KEY_REJECTED } from "./hook-key-status.ts"
import { type HookOptions, postJson } from "./post-json.ts"

class NotAccepted extends Data.TaggedError("NotAccepted")<{ readonly reason: string }> {}

/** The events of an engine; before them that it has started, and so that nobody publishes. */
export type EngineNotification = EngineEvent | { readonly kind: "started" }

export interface EventNotifierShape {
  /** Queues an event and returns. */
  readonly notify: (event: EngineNotification) => void
  readonly dropped: () => number
}

const MAX_QUEUED = 10_000
const ATTEMPT_TIMEOUT = "3 seconds"
const FIRST_RETRY_DELAY = "200 millis"
const MAX_RETRY_DELAY = "5 seconds"

const attempt = (options: HookOptions, event: EngineNotification) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await postJson(options, event, signal)
      await response.arrayBuffer()
      return response.status
    },
    catch: () => new NotAccepted({ reason: "unreachable" }),
  }).pipe(
    Effect.timeoutOrElse({
      duration: ATTEMPT_TIMEOUT,
      orElse: () => Effect.fail(new NotAccepted({ reason: "no answer in time" })),
    }),
    Effect.tap((status) =>
      options.hookKey.noteStatus(status) ? Effect.logError(HOOK_KEY_REJECTED) : Effect.void,
    ),
    Effect.flatMap((status) =>
      status >= 200 && status < 300
        ? Effect.void
        : Effect.fail(new NotAccepted({ reason: String(status) })),
    ),
  )

const untilAccepted = Schedule.min([
  Schedule.exponential(FIRST_RETRY_DELAY),
  Schedule.spaced(MAX_RETRY_DELAY),
]).pipe(Schedule.jittered)

export class EventNotifier extends Context.Service<EventNotifier, EventNotifierShape>()(
  "media/EventNotifier",
) {
  /** Null: events are not sent. */
  static readonly layer = (options: HookOptions | null) =>
    Layer.effect(
      EventNotifier,
      Effect.gen(function* () {
        if (options === null) return EventNotifier.of({ notify: () => undefined, dropped: () => 0 })
        const scope = yield* Effect.scope
        const run = Effect.runForkWith(yield* Effect.context())
        const queue: Array<EngineNotification> = []
        let dropped = 0
        let isDelivering = false

        const deliver = (event: EngineNotification) =>
          attempt(options, event).pipe(
            Effect.tapError(({ reason }) =>
              Effect.logWarning("an event is not taken", { kind: event.kind, reason }),
            ),
            Effect.retry(untilAccepted),
            Effect.ignore,
          )
        const deliverAll = Effect.gen(function* () {
          for (let event = queue.shift(); event !== undefined; event = queue.shift()) {
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
            queue.push(event)
            if (queue.length > MAX_QUEUED) {
              queue.shift()
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
