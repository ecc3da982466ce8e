/**
 * SendPrivateMessage → PrivateMessageSent | PrivateMessageRefused | PrivateMessageUnknown, for members alone.
 *
 * Invariant: a message is sent at most once (ADR 0077). The command's id is its key at the service; without an answer
 * the service is asked what became of it until it says so, and a message that it did not take by then is never taken.
 */
import { Effect, Schedule } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { Fatal } from "../fatal.ts"
import { MemberRefresh } from "../members/member-refresh.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { privateMessageSent } from "../normalise/message-facts.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { MessengerApi } from "../upstream/messenger-api.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type CommandContext, callTraits, type Handler, NOT_FOR_GUESTS } from "./handler.ts"
import { textFault } from "./room-act.ts"

const TEXT_LENGTH = { minimum: 1, maximum: MAX_MESSAGE_CHARACTERS }
/** The upload is past its term, or was never this owner's. */
const ATTACHMENT_GONE = "attachmentGone"

/** How often the service is asked what became of a message; after the last time the next attach asks. */
const ASKING = Schedule.max([
  Schedule.min([Schedule.exponential("1 second"), Schedule.spaced("30 seconds")]),
  Schedule.recurs(40),
])

type Written =
  | { readonly _tag: "Body"; readonly body: object }
  | { readonly _tag: "Fault"; readonly label: string }

const written = (text: string): Written => {
  const message = text.trim()
  const label = textFault(message, TEXT_LENGTH)
  return label === null ? { _tag: "Body", body: { message } } : { _tag: "Fault", label }
}

const makeSendPrivateMessage = Effect.gen(function* () {
  const messenger = yield* MessengerApi
  const uploads = yield* MessageUploads
  const endSession = yield* SessionEnder
  const refresh = yield* MemberRefresh
  const fatal = yield* Fatal
  const facts = yield* makeCommandFacts
  const scope = yield* Effect.scope

  const isKnown = ({ visit, commandId }: CommandContext) =>
    visit.projection.open?.messages.has(commandId) !== true

  const findOut = ({ memberId, token }: SessionMember, context: CommandContext) =>
    refresh
      .openQuestions(memberId, token, [context.visit])
      .pipe(
        Effect.repeat({ schedule: ASKING, until: () => isKnown(context) }),
        fatal.guard,
        Effect.forkIn(scope),
      )

  const bodyOf = (
    { text, attachment = "" }: CommandOf<"SendPrivateMessage">,
    { session }: CommandContext,
  ): Effect.Effect<Written> =>
    text !== undefined
      ? Effect.succeed(written(text))
      : Effect.map(uploads.find(session.owner, attachment), (jpeg) =>
          jpeg === null
            ? { _tag: "Fault", label: ATTACHMENT_GONE }
            : { _tag: "Body", body: { attachment: Buffer.from(jpeg).toString("base64") } },
        )

  const send: Handler<"SendPrivateMessage"> = Effect.fnUntraced(function* (command, context) {
    const { performerId, partnerId = performerId } = command
    const { commandId: key, interrupted, session } = context
    const { member, owner } = session
    const refused = (label: string) =>
      facts.decided(context, { _tag: "PrivateMessageRefused", performerId, label })
    if (member === null) return yield* refused(NOT_FOR_GUESTS)
    if (interrupted) {
      // It may have been sent already: the service alone knows.
      const handled = yield* facts.decided(context, { _tag: "PrivateMessageUnknown", performerId })
      yield* findOut(member, context)
      return handled
    }
    const found = yield* bodyOf(command, context)
    if (found._tag === "Fault") return yield* refused(found.label)
    const outcome = yield* messenger.call({
      ...callTraits(context),
      call: "POST /inbox/{id}",
      id: partnerId,
      token: member.token,
      body: { performerId, key, ...found.body },
    })
    if (outcome._tag !== "Answered") {
      yield* Effect.logWarning("a private message was not sent, as far as anybody knows", {
        why: reasonOf(outcome),
      })
    }
    const handled = yield* facts.answeredByMessenger(
      context,
      privateMessageSent(performerId, outcome),
    )
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(owner, member.token)
    if (outcome._tag === "Unknown") yield* findOut(member, context)
    return handled
  })
  return send
})

export const sendPrivateMessageHandlers = { SendPrivateMessage: makeSendPrivateMessage }
