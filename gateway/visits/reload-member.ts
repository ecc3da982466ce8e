/**
 * Asks the upstream for a member's profile again after something changed, and tells all of their visits. An
 * error other than a refused token is told on, never swallowed (ERR-26): the visit that asked hears of it,
 * every visit hears of the silence, and the profile is asked for again until it is there
 * (visits/member-presence.ts).
 *
 * Called by the commands that change an account.
 */
import { Context, Effect, Layer } from "effect"
import type { CommandId } from "@foldcast/contracts/ids"
import type { LogUnavailable } from "../log/event-log.ts"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { Pipeline } from "../pipeline.ts"
import { type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "./end-session.ts"
import { type LiveVisit, Visits } from "./registry.ts"

export interface ReloadMemberShape {
  readonly of: (
    member: SessionMember,
    visit: LiveVisit,
    cause: CommandId,
  ) => Effect.Effect<void, LogUnavailable>
}

export class ReloadMember extends Context.Service<ReloadMember, ReloadMemberShape>()(
  "gateway/ReloadMember",
) {
  static readonly layer = Layer.effect(
    ReloadMember,
    Effect.gen(function* () {
      const api = yield* MemberApi
      const pipeline = yield* Pipeline
      const sessions = yield* SessionStore
      const endSession = yield* EndSession
      const visits = yield* Visits

      const tellSilence = Effect.fnUntraced(function* (member: SessionMember) {
        for (const visit of [...visits.ofMember(member.memberId)]) {
          visit.lacksProfile = true
          yield* pipeline.facts(
            [{ _tag: "SourceInterrupted", source: "member-api" }],
            { visit: visit.visit, owner: visit.owner, member: visit.member },
            { from: "gateway", cause: null },
          )
        }
      })

      return ReloadMember.of({
        of: Effect.fnUntraced(function* (member, visit, cause) {
          const { memberId, token } = member
          const stamp = pipeline.stamp(memberId)
          const raw = yield* api.call({
            call: "GET /basic-info",
            token,
            lang: visit.locale,
            noNude: visit.noNude,
          })
          const { outcome } = readAnswer("GET /basic-info", raw)
          yield* pipeline.answer(
            {
              source: "member-api",
              call: "GET /basic-info",
              outcome: raw,
              about: { visit: visit.visit, owner: visit.owner, member: memberId },
              cause,
            },
            { memberId, entering: false, preference: NO_PREFERENCE, stamp },
          )
          switch (outcome._tag) {
            case "Answered": {
              const { username, verified } = outcome.body
              return yield* Effect.ignore(sessions.describeMember(memberId, { username, verified }))
            }
            case "Refused":
              if (outcome.status === 401 || outcome.status === 403) {
                return yield* Effect.asVoid(endSession.tokenRefused(visit.owner, token))
              }
              return yield* tellSilence(member)
            case "Unavailable":
            case "Unknown":
              return yield* tellSilence(member)
          }
        }),
      })
    }),
  )
}
