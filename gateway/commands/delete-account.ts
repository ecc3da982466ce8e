/**
 * DeleteAccount → AccountDeleted, then LoggedOut in every session of the member | AccountDeletionRefused.
 * Asked for by name: the member's own, as the upstream has it now.
 *
 * When nobody knows whether it was deleted, the account's token tells; where it cannot, visits/departure.ts
 * asks again until it can.
 */
import { Effect } from "effect"
import { deletionFault } from "@foldcast/rules/account-deletion"
import type { SessionMember } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { Departure } from "../visits/departure.ts"
import { EndSession } from "../visits/end-session.ts"
import {
  type CommandContext,
  type Handled,
  type Handler,
  isTokenRefused,
  NOT_FOR_GUESTS,
  refusedHere,
  visitOf,
} from "./handler.ts"
import { makeTell } from "./tell.ts"

const DONE: CallOutcome<unknown> = { _tag: "Answered", body: {} }
const UNKNOWN: CallOutcome<unknown> = { _tag: "Unknown" }

export const makeDeleteAccount = Effect.gen(function* () {
  const api = yield* MemberApi
  const departure = yield* Departure
  const endSession = yield* EndSession
  const tell = yield* makeTell("DELETE /member")

  const farewell = Effect.fnUntraced(function* (member: SessionMember, context: CommandContext) {
    yield* tell(DONE, context)
    const asker = { owner: context.session.owner, cause: context.commandId }
    const next = yield* departure.carryOut(member.memberId, asker)
    return { cookie: next?.cookie ?? null } satisfies Handled
  })

  const remove = Effect.fnUntraced(function* (member: SessionMember, context: CommandContext) {
    const { memberId, token } = member
    const raw = yield* api.call({
      call: "DELETE /member",
      token,
      body: { memberId },
      ...visitOf(context),
    })
    const { outcome } = readAnswer("DELETE /member", raw)
    if (outcome._tag === "Answered") return yield* farewell(member, context)
    const account = outcome._tag === "Unknown" ? yield* departure.ask(member) : "there"
    if (account === "gone") return yield* farewell(member, context)
    if (account === "there") yield* departure.withdraw(memberId)
    else yield* departure.leaveOpen(memberId)
    return yield* tell(raw, context)
  })

  const deleteAccount: Handler<"DeleteAccount"> = Effect.fnUntraced(function* (
    { username },
    context,
  ) {
    const { session, interrupted } = context
    const { member } = session
    if (member === null) return yield* tell(NOT_FOR_GUESTS, context)
    if (interrupted) {
      const account = yield* departure.ask(member)
      if (account === "gone") return yield* farewell(member, context)
      if (account === "unknown") return yield* tell(UNKNOWN, context)
    }
    const asked = yield* api.call({
      call: "GET /basic-info",
      token: member.token,
      ...visitOf(context),
    })
    const info = readAnswer("GET /basic-info", asked).outcome
    if (info._tag !== "Answered") {
      const handled = yield* tell(info, context)
      if (isTokenRefused(info)) yield* endSession.tokenRefused(session.owner, member.token)
      return handled
    }
    const fault = deletionFault(username, info.body.username)
    if (fault !== null) return yield* tell(refusedHere(fault), context)
    const isWritten = yield* departure.begin(member).pipe(
      Effect.as(true),
      Effect.catch((error) => Effect.as(Effect.logError("departures", error.message), false)),
    )
    if (!isWritten) return yield* tell({ _tag: "Unavailable" }, context)
    return yield* remove(member, context)
  })
  return deleteAccount
})
