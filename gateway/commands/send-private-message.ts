/**
 * SendPrivateMessage → PrivateMessageSent | PrivateMessageRefused | PrivateMessageUnknown, for members alone.
 *
 * Invariant: a message is sent at most once (ADR 0077). The command's id is its key at the service; without an answer
 * the service is asked what became of it until it says so, and a message that it did not take by then is never taken.
 */
import { Effect } from "effect"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import type { MessengerApiBody } from "@foldcast/contracts/upstream/messenger-api"
import { MemberPresence } from "../members/member-presence.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MessageUploads } from "../messages/message-uploads.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { lostMessageFound, privateMessageSent } from "../normalise/message-facts.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import { boundedSemaphore } from "../upstream/bounded-semaphore.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MessengerApi } from "../upstream/messenger-api.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  callTraits,
  type Handler,
  NOT_FOR_GUESTS,
  TOO_MANY_ATTEMPTS,
} from "./handler.ts"
import { textFault } from "./room-act.ts"

const TEXT_LENGTH = { minimum: 1, maximum: MAX_MESSAGE_CHARACTERS }
/** The upload is past its term, was never this owner's, or is being sent already. */
const ATTACHMENT_GONE = "attachmentGone"
/** Each takes some 20 MB while it is written and sent. */
const PICTURES = { atOnce: 8, waiting: 32 }

type SendPrivateMessage = CommandOf<"SendPrivateMessage">
type SendOutcome = CallOutcome<MessengerApiBody<"POST /inbox/{id}">>
/** What came of sending, or why it was not tried. */
type Attempt = SendOutcome | { readonly _tag: "Fault"; readonly label: string }

const fault = (label: string): Attempt => ({ _tag: "Fault", label })

const makeSending = Effect.gen(function* () {
  const messenger = yield* MessengerApi
  const uploads = yield* MessageUploads
  const pictures = yield* boundedSemaphore(PICTURES)

  const post = (
    { performerId, partnerId = performerId }: SendPrivateMessage,
    context: CommandContext,
    { token }: SessionMember,
    body: { readonly message: string } | { readonly attachment: string },
  ): Effect.Effect<SendOutcome> =>
    messenger.call({
      ...callTraits(context),
      call: "POST /inbox/{id}",
      id: partnerId,
      token,
      body: { performerId, key: context.commandId, ...body },
    })

  const sendText = (
    command: SendPrivateMessage,
    context: CommandContext,
    member: SessionMember,
    typed: string,
  ): Effect.Effect<Attempt> => {
    const message = typed.trim()
    const label = textFault(message, TEXT_LENGTH)
    return label === null
      ? post(command, context, member, { message })
      : Effect.succeed(fault(label))
  }

  const sendPicture = Effect.fnUntraced(function* (
    command: SendPrivateMessage,
    context: CommandContext,
    member: SessionMember,
  ): Effect.fn.Return<Attempt> {
    const { attachment: id = "" } = command
    const jpeg = yield* uploads.take(context.session.owner, id)
    if (jpeg === null) return fault(ATTACHMENT_GONE)
    // Written as text when its turn comes, and not while it waits.
    const sent = Effect.suspend(() =>
      post(command, context, member, { attachment: Buffer.from(jpeg).toString("base64") }),
    )
    const attempt = yield* pictures.take(sent).pipe(
      Effect.catchTag("TooManyWait", () => Effect.succeed(fault(TOO_MANY_ATTEMPTS))),
      Effect.onError(() => uploads.settle(id, "notSent")),
    )
    const told =
      attempt._tag === "Fault" ? attempt : privateMessageSent(command.performerId, attempt)
    if (told._tag === "PrivateMessageSent") yield* uploads.settle(id, "sent")
    // As long as nobody knows, it is shown to its owner and not sent again.
    else if (told._tag !== "PrivateMessageUnknown") yield* uploads.settle(id, "notSent")
    return attempt
  })

  return (command: SendPrivateMessage, context: CommandContext, member: SessionMember) =>
    command.text === undefined
      ? sendPicture(command, context, member)
      : sendText(command, context, member, command.text)
})

const makeSendPrivateMessage = Effect.gen(function* () {
  const messenger = yield* MessengerApi
  const sending = yield* makeSending
  const endSession = yield* SessionEnder
  const presence = yield* MemberPresence
  const facts = yield* makeCommandFacts

  /** The command ran when the gateway died: it may have been sent already, and the service alone knows. */
  const findOut = Effect.fnUntraced(function* (
    { performerId }: SendPrivateMessage,
    context: CommandContext,
    { memberId, token }: SessionMember,
  ) {
    const call = "GET /inbox/sent/{id}"
    const asked = { ...callTraits(context), call, id: context.commandId, token } as const
    const outcome = yield* messenger.call(asked)
    const found = lostMessageFound(performerId, outcome)
    if (found !== null) return yield* facts.answeredByMessenger(context, found)
    const handled = yield* facts.decided(context, { _tag: "PrivateMessageUnknown", performerId })
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(context.session.owner, token)
    yield* presence.lostMessage(context.visit, memberId)
    return handled
  })

  const send: Handler<"SendPrivateMessage"> = Effect.fnUntraced(function* (command, context) {
    const { performerId } = command
    const { member, owner } = context.session
    const refused = (label: string) =>
      facts.decided(context, { _tag: "PrivateMessageRefused", performerId, label })
    if (member === null) return yield* refused(NOT_FOR_GUESTS)
    if (context.interrupted) return yield* findOut(command, context, member)
    const attempt = yield* sending(command, context, member)
    if (attempt._tag === "Fault") return yield* refused(attempt.label)
    if (attempt._tag !== "Answered") {
      yield* Effect.logWarning("a private message was not sent, as far as anybody knows", {
        why: reasonOf(attempt),
      })
    }
    const told = privateMessageSent(performerId, attempt)
    const handled = yield* facts.answeredByMessenger(context, told)
    if (isTokenRefused(attempt)) yield* endSession.tokenRefused(owner, member.token)
    if (told._tag === "PrivateMessageUnknown") {
      yield* presence.lostMessage(context.visit, member.memberId)
    }
    return handled
  })
  return send
})

export const sendPrivateMessageHandlers = { SendPrivateMessage: makeSendPrivateMessage }
