/**
 * ResetPassword → PasswordChanged | PasswordChangeRefused (UA19). The link's token is exchanged for one
 * that is good for this one change; whose password it is, is what that token says and nothing else. It logs
 * nobody in.
 *
 * Everybody is logged out by it: all sessions of the member, and this browser's own whoever is in.
 * `PasswordChanged` comes first, so that the visitor hears it in the visit that asked.
 */
import { Effect } from "effect"
import { LINK_LABELS } from "@foldcast/contracts/upstream/member-api"
import { trimmedPassword } from "@foldcast/rules/password"
import { passwordChangeFaults } from "@foldcast/rules/password-change"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "../visits/end-session.ts"
import { MemberSessions } from "../visits/member-sessions.ts"
import { Enter } from "./enter.ts"
import { HANDLED, type Handler, refusedHere, visitOf } from "./handler.ts"
import { makeTell } from "./tell.ts"

const isSpent = (outcome: CallOutcome<unknown>) =>
  outcome._tag === "Refused" &&
  (LINK_LABELS as ReadonlyArray<string | null>).includes(outcome.label)

/** Without a token nothing was changed; only where it was used up before is that not known. */
const withoutToken = (
  outcome: CallOutcome<unknown>,
  interrupted: boolean,
): CallOutcome<unknown> => {
  if (interrupted && isSpent(outcome)) return { _tag: "Unknown" }
  return outcome._tag === "Unknown" ? { _tag: "Unavailable" } : outcome
}

export const makeResetPassword = Effect.gen(function* () {
  const api = yield* MemberApi
  const enter = yield* Enter
  const endSession = yield* EndSession
  const memberSessions = yield* MemberSessions
  const tell = yield* makeTell("PUT /member", { updating: "password" })

  const resetPassword: Handler<"ResetPassword"> = Effect.fnUntraced(function* (command, context) {
    const { session, interrupted, commandId } = context
    const password = command.password ?? null
    const [fault] = passwordChangeFaults({ ...command, password })
    if (fault !== undefined) return yield* tell(refusedHere(fault.label), context)
    const answer = yield* enter.requestToken({ token: command.token }, context)
    if (answer._tag === "None") {
      return yield* tell(withoutToken(answer.outcome, interrupted), context)
    }
    const { memberId } = answer.content
    const raw = yield* api.call({
      call: "PUT /member",
      token: answer.token,
      body: {
        memberId,
        data: {
          ...(password !== null && { password: trimmedPassword(password) }),
          newPassword: trimmedPassword(command.newPassword),
          repeatNewPassword: trimmedPassword(command.repeatNewPassword),
        },
      },
      ...visitOf(context),
    })
    yield* tell(raw, context)
    if (readAnswer("PUT /member", raw).outcome._tag !== "Answered") return HANDLED
    yield* memberSessions.endOthers(memberId, session.owner)
    if (session.member === null) return HANDLED
    const next = yield* endSession.of(session.owner, "requested", commandId)
    return { cookie: next?.cookie ?? null }
  })
  return resetPassword
})
