/**
 * ChangeEmail → EmailChanged and MemberLoaded | EmailChangeRefused. The rules compare with the present
 * address, so it is asked for first; when nobody knows whether it was changed, it tells.
 */
import { Effect } from "effect"
import { trimmedEmail } from "@foldcast/rules/email"
import { emailChangeFaults } from "@foldcast/rules/email-change"
import type { SessionMember } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "../visits/end-session.ts"
import { ReloadMember } from "../visits/reload-member.ts"
import {
  type CommandContext,
  type Handler,
  isTokenRefused,
  NOT_FOR_GUESTS,
  refusedHere,
  visitOf,
} from "./handler.ts"
import { NextToken } from "./next-token.ts"
import { makeTell } from "./tell.ts"

const isPresent = (email: string, present: string) =>
  trimmedEmail(email).toLowerCase() === trimmedEmail(present).toLowerCase()

export const makeChangeEmail = Effect.gen(function* () {
  const api = yield* MemberApi
  const endSession = yield* EndSession
  const nextToken = yield* NextToken
  const reload = yield* ReloadMember
  const tell = yield* makeTell("PUT /member", { updating: "email" })

  const profile = ({ token }: SessionMember, context: CommandContext) =>
    Effect.map(
      api.call({ call: "GET /basic-info", token, ...visitOf(context) }),
      (raw) => readAnswer("GET /basic-info", raw).outcome,
    )

  /** Sent once; whether it took effect is told by the profile when nobody else can. */
  const change = (email: string, member: SessionMember, context: CommandContext) =>
    Effect.gen(function* () {
      const raw = yield* api.call({
        call: "PUT /member",
        token: member.token,
        body: { memberId: member.memberId, data: { email: trimmedEmail(email) } },
        ...visitOf(context),
      })
      const { outcome } = readAnswer("PUT /member", raw)
      if (outcome._tag === "Answered") return { outcome, token: outcome.body.token }
      if (outcome._tag !== "Unknown") return { outcome, token: undefined }
      const info = yield* profile(member, context)
      const isDone = info._tag === "Answered" && isPresent(email, info.body.email)
      return { outcome: isDone ? DONE : outcome, token: undefined }
    })

  const changeEmail: Handler<"ChangeEmail"> = Effect.fnUntraced(function* (command, context) {
    const { session, visit, commandId, interrupted } = context
    const { member } = session
    if (member === null) return yield* tell(NOT_FOR_GUESTS, context)
    const info = yield* profile(member, context)
    if (info._tag !== "Answered") {
      const handled = yield* tell(info, context)
      if (isTokenRefused(info)) yield* endSession.tokenRefused(session.owner, member.token)
      return handled
    }
    const wasDone = interrupted && isPresent(command.email, info.body.email)
    const [fault] = emailChangeFaults(command, info.body.email)
    if (fault !== undefined && !wasDone) {
      return yield* tell(refusedHere(fault.label), context)
    }
    const call = wasDone
      ? Effect.succeed({ outcome: DONE, token: undefined })
      : change(command.email, member, context)
    const exchanged = yield* nextToken.exchange(call, member, context, { rotates: false })
    yield* tell(exchanged.outcome, context)
    if (exchanged.outcome._tag === "Answered") {
      yield* reload.of(exchanged.member, visit, commandId)
    }
    return { cookie: exchanged.cookie }
  })
  return changeEmail
})

/** As the upstream says of a change that was made. */
const DONE = { _tag: "Answered", body: {} } as const
