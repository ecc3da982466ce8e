/**
 * MarkMessageRead → MessageRead, or nothing; SetConversationState → ConversationStateChanged and DeleteConversation →
 * ConversationDeleted | ConversationChangeRefused, for members alone. All may be repeated without harm, so one that
 * ran when the gateway died is asked again. What is unread is counted anew after each.
 */
import { Effect } from "effect"
import type { EventOf } from "@foldcast/contracts/stream/event"
import { NOT_INVOLVED_LABEL } from "@foldcast/contracts/upstream/messenger-api"
import { MemberPresence } from "../members/member-presence.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { reasonOf } from "../normalise/call-failure.ts"
import { conversationChanged } from "../normalise/message-facts.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MessengerApi } from "../upstream/messenger-api.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { makeCommandFacts } from "./command-facts.ts"
import {
  type CommandContext,
  callTraits,
  HANDLED,
  type Handler,
  NOT_FOR_GUESTS,
} from "./handler.ts"

const logFailure = (outcome: CallOutcome<unknown>) => {
  if (outcome._tag === "Answered") return Effect.void
  const isStranger = outcome._tag === "Refused" && outcome.label === NOT_INVOLVED_LABEL
  return isStranger
    ? Effect.logWarning("Logged in user is not involved in message")
    : Effect.logWarning("a conversation was not changed", { why: reasonOf(outcome) })
}

const makeChanging = Effect.gen(function* () {
  const endSession = yield* SessionEnder
  const presence = yield* MemberPresence

  /** After the call: what is unread may have changed with it. */
  const settle = Effect.fnUntraced(function* (
    { memberId, token }: SessionMember,
    { session }: CommandContext,
    outcome: CallOutcome<unknown>,
  ) {
    yield* logFailure(outcome)
    if (isTokenRefused(outcome)) yield* endSession.tokenRefused(session.owner, token)
    else yield* presence.countUnread(memberId)
  })
  return { settle, messenger: yield* MessengerApi, facts: yield* makeCommandFacts }
})

const makeMarkRead = Effect.map(
  makeChanging,
  ({ settle, messenger, facts }): Handler<"MarkMessageRead"> =>
    Effect.fnUntraced(function* ({ conversationId, messageId }, context) {
      const { member } = context.session
      if (member === null) return HANDLED
      const outcome = yield* messenger.call({
        ...callTraits(context),
        call: "PUT /inbox/message/read/{id}",
        id: messageId,
        token: member.token,
        body: {},
      })
      if (outcome._tag === "Answered") {
        const reader = "member"
        yield* facts.answeredByMessenger(context, {
          _tag: "MessageRead",
          conversationId,
          messageId,
          reader,
        })
      }
      yield* settle(member, context, outcome)
      return HANDLED
    }),
)

type Done = EventOf<"ConversationStateChanged"> | EventOf<"ConversationDeleted">

const makeChange = Effect.map(makeChanging, ({ settle, messenger, facts }) =>
  Effect.fnUntraced(function* (done: Done, context: CommandContext) {
    const { conversationId: id } = done
    const { member } = context.session
    if (member === null) {
      return yield* facts.decided(context, {
        _tag: "ConversationChangeRefused",
        conversationId: id,
        label: NOT_FOR_GUESTS,
      })
    }
    const asked = { ...callTraits(context), token: member.token }
    const outcome =
      done._tag === "ConversationDeleted"
        ? yield* messenger.call({ ...asked, call: "PUT /inbox/state/delete", body: { id } })
        : yield* messenger.call({
            ...asked,
            call: "PUT /inbox/state/{id}",
            id: done.state,
            body: { id, on: done.isOn },
          })
    const handled = yield* facts.answeredByMessenger(context, conversationChanged(done, outcome))
    yield* settle(member, context, outcome)
    return handled
  }),
)

const makeSetState = Effect.map(
  makeChange,
  (change): Handler<"SetConversationState"> =>
    ({ _tag, ...wanted }, context) =>
      change({ _tag: "ConversationStateChanged", ...wanted }, context),
)

const makeDelete = Effect.map(
  makeChange,
  (change): Handler<"DeleteConversation"> =>
    ({ conversationId }, context) =>
      change({ _tag: "ConversationDeleted", conversationId }, context),
)

export const changeConversationHandlers = {
  MarkMessageRead: makeMarkRead,
  SetConversationState: makeSetState,
  DeleteConversation: makeDelete,
}
