/**
 * What is done in a room: asked of the chat service, and ended by the event that answers it. It waits for that
 * event for some seconds and no longer, whatever became of the call.
 */
import { Deferred, Effect, Exit, Option } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { CallFailure, CallOutcome, ChatCall } from "../upstream/frame.ts"
import type { LiveVisit } from "../visits/registry.ts"
import type { ChatAction, ChatCalls } from "./chat-calls.ts"
import type { PendingActions } from "./pending-actions.ts"
import type { PaidConnection } from "./paid-connections.ts"
import type { RoomSession, RoomSessions } from "./room-sessions.ts"

/** What came of it. */
export type ActionResult =
  /** Its fact, with the command as its cause, is in the log. */
  | { readonly _tag: "Confirmed" }
  /** The visit is not in that room. */
  | { readonly _tag: "NotInRoom" }
  | { readonly _tag: "Refused"; readonly failure: CallFailure }
  /** It was accepted, or may have been, and nothing came of it in time. */
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
  /** Null where no event answers it: then it is done when it is said. */
  readonly answer: ChatCall | null
  readonly cause: CommandId
}

const ANSWER_TIMEOUT = "5 seconds"

const NOT_IN_ROOM: ActionResult = { _tag: "NotInRoom" }

export const makeRoomActions = (
  seats: RoomSessions,
  expected: PendingActions,
  calls: ChatCalls,
  lineOf: (seat: RoomSession) => PaidConnection | undefined,
) => {
  const there = (visit: LiveVisit, performerId: string) => {
    const seat = seats.of(visit)
    return seat?.performerId === performerId ? seat : undefined
  }

  const answered = (
    visit: LiveVisit,
    call: ChatCall,
    commandId: CommandId,
    work: Effect.Effect<CallOutcome<unknown>>,
  ): Effect.Effect<ActionResult> =>
    Effect.gen(function* () {
      const heard = Deferred.makeUnsafe<void>()
      const one = {
        visit,
        commandId,
        call,
        onStored: () => {
          Deferred.doneUnsafe(heard, Exit.void)
        },
      }
      expected.add(one)
      return yield* Effect.gen(function* () {
        const outcome = yield* work
        if (outcome._tag !== "Answered" && outcome._tag !== "Unknown") {
          return { _tag: "Refused", failure: outcome } satisfies ActionResult
        }
        const isTold = yield* Effect.timeoutOption(
          Effect.interruptible(Deferred.await(heard)),
          ANSWER_TIMEOUT,
        )
        return { _tag: Option.isSome(isTold) ? "Confirmed" : "TimedOut" } satisfies ActionResult
      }).pipe(Effect.ensuring(Effect.sync(() => expected.remove(one))))
    })

  return {
    there,
    act: (
      visit: LiveVisit,
      { performerId, act, answer, cause }: RoomActionRequest,
    ): Effect.Effect<ActionResult> =>
      Effect.suspend(() => {
        const seat = there(visit, performerId)
        return seat === undefined
          ? Effect.succeed(NOT_IN_ROOM)
          : answered(visit, answer, cause, calls.act(seat, act))
      }),
    say: (
      visit: LiveVisit,
      { performerId, name, payload, answer, cause }: SocketMessage,
    ): Effect.Effect<ActionResult> =>
      Effect.suspend(() => {
        const seat = there(visit, performerId)
        const line = seat === undefined ? undefined : lineOf(seat)
        if (line === undefined) return Effect.succeed(NOT_IN_ROOM)
        const emit = Effect.sync((): CallOutcome<unknown> =>
          line.emit(name, payload) ? { _tag: "Answered", body: {} } : { _tag: "Unavailable" },
        )
        if (answer !== null) return answered(visit, answer, cause, emit)
        return Effect.map(emit, (outcome): ActionResult =>
          outcome._tag === "Answered"
            ? { _tag: "Confirmed" }
            : { _tag: "Refused", failure: outcome },
        )
      }),
  }
}
