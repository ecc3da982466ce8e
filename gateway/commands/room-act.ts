/**
 * What the commands in a room have in common: only members may send them, the chat service carries them out, and the
 * event that answers ends them as a fact with the command as its cause. Where no event comes, a refusal is told.
 */
import { Effect } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { hasNothingToSee, NOTHING_TO_SEE } from "@foldcast/rules/invisible-marks"
import { labelOf, OUTCOME_UNKNOWN, refusalOf } from "../normalise/call-failure.ts"
import type { ActionResult } from "../rooms/room-actions.ts"
import { RoomService } from "../rooms/room-service.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, HANDLED } from "./handler.ts"

/** In the chat service's words (contracts/upstream/chat-service.ts). */
export const MEMBERS_ONLY = "membersOnly"
export const CHAT_NOT_STARTED = "chatNotStarted"
/** Labels of typed text, the same as forms have. */
const TOO_LONG = "tooLong"
const REQUIRED = "required"

/** What is wrong with a trimmed text; null where nothing is. */
export const textFault = (
  text: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): string | null => {
  if (text.length > maximum) return TOO_LONG
  if (hasNothingToSee(text)) return NOTHING_TO_SEE
  if (text.length >= minimum) return null
  return text === "" ? REQUIRED : "tooShort"
}

export interface ActionFacts {
  /** `waitSeconds`: for how long, where the service says so. */
  readonly refusal: (label: string, waitSeconds?: number) => Event
  /** Where nobody knows whether it was done. */
  readonly unknown: Event
}

const refusedFor = (failure: CallFailure): readonly [string, number | undefined] => {
  const { label, waitSeconds } = refusalOf(failure, labelOf(failure))
  return [label, waitSeconds]
}

export const makeRoomAct = Effect.gen(function* () {
  const rooms = yield* RoomService
  const facts = yield* makeCommandFacts

  return {
    rooms,
    facts,
    /** Why the gateway refuses without asking the service; null where it asks. */
    refusalReason: (performerId: string, { session, visit }: CommandContext): string | null => {
      if (session.member === null) return MEMBERS_ONLY
      return rooms.isInRoom(visit, performerId) ? null : CHAT_NOT_STARTED
    },
    /** Tells what came of it where its own event did not. */
    conclude: (
      context: CommandContext,
      result: ActionResult,
      { refusal, unknown }: ActionFacts,
    ) => {
      switch (result._tag) {
        case "Confirmed":
          return Effect.succeed(HANDLED)
        case "NotInRoom":
          return facts.decided(context, refusal(CHAT_NOT_STARTED))
        case "Refused":
          return facts.answeredByRoom(context, refusal(...refusedFor(result.failure)))
        case "TimedOut":
          return facts.decided(context, unknown)
      }
    },
  }
})

/** For commands that tell an unknown outcome as a refusal with a label of its own. */
export const refusalOrUnknown = (refusal: ActionFacts["refusal"]): ActionFacts => ({
  refusal,
  unknown: refusal(OUTCOME_UNKNOWN),
})
