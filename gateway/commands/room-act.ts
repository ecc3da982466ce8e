/**
 * What the commands in a room have in common: only members may send them, the chat service carries them out, and the
 * event that answers ends them as a fact with the command as its cause. Where no event comes, a refusal is told.
 */
import { Effect } from "effect"
import type { CommandOf, CommandTag } from "@foldcast/contracts/commands/command"
import type { Event } from "@foldcast/contracts/stream/event"
import { hasNothingToSee, NOTHING_TO_SEE } from "@foldcast/rules/invisible-marks"
import { labelOf, OUTCOME_UNKNOWN, refusalOf } from "../normalise/call-failure.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import type { ActionResult } from "../rooms/room-actions.ts"
import { RoomService, type RoomServiceShape } from "../rooms/room-service.ts"
import type { CallFailure } from "../upstream/frame.ts"
import { type CommandFacts, makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, HANDLED, type Handled, type Handler } from "./handler.ts"

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

/** The room service, and the facts that tell what came of asking it. */
export interface RoomActDeps {
  readonly rooms: RoomServiceShape
  readonly facts: CommandFacts
}

export const roomActDeps = Effect.all({ rooms: RoomService, facts: makeCommandFacts })

/** The handler of a command that is carried out with these services alone. */
export const roomHandler = <Tag extends CommandTag>(
  handle: (
    deps: RoomActDeps,
    command: CommandOf<Tag>,
    context: CommandContext,
  ) => ReturnType<Handler<Tag>>,
) =>
  Effect.map(
    roomActDeps,
    (deps): Handler<Tag> =>
      (command, context) =>
        handle(deps, command, context),
  )

/** Why the gateway refuses without asking the service; null where it asks. */
export const refusalReason = (
  { rooms }: RoomActDeps,
  performerId: string,
  { session, visit }: CommandContext,
): string | null => {
  if (session.member === null) return MEMBERS_ONLY
  return rooms.isInRoom(visit, performerId) ? null : CHAT_NOT_STARTED
}

/** Tells what came of it where its own event did not. */
const conclude = (
  { facts }: RoomActDeps,
  context: CommandContext,
  result: ActionResult,
  { refusal, unknown }: ActionFacts,
): Effect.Effect<Handled, LogUnavailable> => {
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
}

interface RoomAct {
  readonly actionFacts: ActionFacts
  /** Asks the service; or the label of what the gateway refuses without asking it. */
  readonly ask: Effect.Effect<ActionResult> | string
  /** Told when the service has it, where no event of the service does. */
  readonly done?: Event
}

/** Asks once, or refuses: what ran when the gateway died is told as unknown, and not asked again (law L7). */
export const actOrRefuse = Effect.fnUntraced(function* (
  deps: RoomActDeps,
  context: CommandContext,
  { actionFacts, ask, done }: RoomAct,
) {
  const { facts } = deps
  if (context.interrupted) return yield* facts.decided(context, actionFacts.unknown)
  if (typeof ask === "string") return yield* facts.decided(context, actionFacts.refusal(ask))
  const result = yield* ask
  return result._tag === "Confirmed" && done !== undefined
    ? yield* facts.decided(context, done)
    : yield* conclude(deps, context, result, actionFacts)
})

/** For commands that tell an unknown outcome as a refusal with a label of its own. */
export const refusalOrUnknown = (refusal: ActionFacts["refusal"]): ActionFacts => ({
  refusal,
  unknown: refusal(OUTCOME_UNKNOWN),
})
