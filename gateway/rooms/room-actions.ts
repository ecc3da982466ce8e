/**
 * What is done in a room: asked of the chat service, and ended by the event that answers it. It waits for that
 * event for some seconds and no longer, whatever became of the call.
 */
import { Deferred, Effect, Exit, Option } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { CallFailure, CallOutcome, ChatCall } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { ChatAction } from "./chat-calls.ts"
import type { PendingAction } from "./pending-actions.ts"
import type { RoomDeps } from "./room-deps.ts"

export type ActionResult =
  /** Its fact, with the command as its cause, is in the log. */
  | { readonly _tag: "Confirmed" }
  | { readonly _tag: "NotInRoom" }
  | { readonly _tag: "Refused"; readonly failure: CallFailure }
  /** It was accepted, or may have been, and its event did not come in time. */
  | { readonly _tag: "TimedOut" }

export interface RoomActionRequest {
  readonly performerId: string
  readonly act: ChatAction
  /** The event that answers it. */
  readonly answer: ChatCall
  readonly cause: CommandId
}

export interface SocketMessage {
  readonly performerId: string
  readonly name: string
  readonly payload: unknown
  /** Null where no event answers it: then it is done when it is sent. */
  readonly answer: ChatCall | null
  readonly cause: CommandId
}

const ANSWER_TIMEOUT = "5 seconds"

const NOT_IN_ROOM: ActionResult = { _tag: "NotInRoom" }

type ActionDeps = Pick<RoomDeps, "sessions" | "pending" | "calls">

/** Runs `work`, and waits for the event that answers it. */
const untilAnswered = Effect.fnUntraced(function* (
  { pending }: ActionDeps,
  action: Omit<PendingAction, "onStored">,
  work: Effect.Effect<CallOutcome<unknown>>,
) {
  const stored = Deferred.makeUnsafe<void>()
  const awaited: PendingAction = {
    ...action,
    onStored: () => {
      Deferred.doneUnsafe(stored, Exit.void)
    },
  }
  pending.add(awaited)
  return yield* Effect.gen(function* () {
    const outcome = yield* work
    if (outcome._tag !== "Answered" && outcome._tag !== "Unknown") {
      return { _tag: "Refused", failure: outcome } satisfies ActionResult
    }
    const isStored = yield* Effect.timeoutOption(
      Effect.interruptible(Deferred.await(stored)),
      ANSWER_TIMEOUT,
    )
    return { _tag: Option.isSome(isStored) ? "Confirmed" : "TimedOut" } satisfies ActionResult
  }).pipe(Effect.ensuring(Effect.sync(() => pending.remove(awaited))))
})

export const actInRoom = (
  deps: ActionDeps,
  visit: LiveVisit,
  { performerId, act: action, answer: call, cause: commandId }: RoomActionRequest,
): Effect.Effect<ActionResult> =>
  Effect.suspend((): Effect.Effect<ActionResult> => {
    const session = deps.sessions.inRoom(visit, performerId)
    return session === undefined
      ? Effect.succeed(NOT_IN_ROOM)
      : untilAnswered(deps, { visit, commandId, call }, deps.calls.act(session, action))
  })

/** Over the session's own connection: only a paid session has one. */
export const sendOverConnection = (
  deps: ActionDeps,
  visit: LiveVisit,
  { performerId, name, payload, answer: call, cause: commandId }: SocketMessage,
): Effect.Effect<ActionResult> =>
  Effect.suspend((): Effect.Effect<ActionResult> => {
    const session = deps.sessions.inRoom(visit, performerId)
    if (session === undefined || session.mode === "free") return Effect.succeed(NOT_IN_ROOM)
    const emit = Effect.sync((): CallOutcome<unknown> =>
      session.connection.emit(name, payload)
        ? { _tag: "Answered", body: {} }
        : { _tag: "Unavailable" },
    )
    if (call !== null) return untilAnswered(deps, { visit, commandId, call }, emit)
    return Effect.map(emit, (outcome): ActionResult =>
      outcome._tag === "Answered" ? { _tag: "Confirmed" } : { _tag: "Refused", failure: outcome },
    )
  })
