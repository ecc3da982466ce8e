/**
 * The member's profile as the upstream has it: the one place that calls GET /basic-info.
 *
 *   ask       what the upstream says of whoever holds this token
 *   baseline  what a visit's beginning says of a logged-in member, told to that visit alone
 *   reload    asked again after an account changed, and told to all visits of the member
 *
 * Invariants: where the upstream is silent, the visits are told of the silence, and member-presence.ts asks again
 * until the profile is there; nobody waits for a baseline longer than its patience.
 */
import { Context, Duration, Effect, Layer, type Redacted } from "effect"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import type { Locale } from "@foldcast/contracts/units"
import { GatewayConfig } from "../config.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { loggedIn, memberLoaded, memberRefused } from "../normalise/account.ts"
import { Pipeline } from "../pipeline.ts"
import { type SessionMember, SessionStore } from "../sessions/session-store.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { EndSession } from "./end-session.ts"
import { factsFrom, type SourcedFact } from "../visits/envelopes.ts"
import { recipientOf } from "../visits/fan-out.ts"
import { type DocumentTraits, memberWithoutProfile } from "../visits/first-facts.ts"
import { type LiveVisit, Visits } from "../visits/registry.ts"

const SILENT: CallOutcome<never> = { _tag: "Unavailable" }

export type MemberBaseline =
  | {
      readonly _tag: "Told"
      readonly facts: ReadonlyArray<SourcedFact>
      /** Whether the upstream was heard; else the profile is still to come. */
      readonly isComplete: boolean
    }
  /** The upstream does not know this token any more: the session is over. */
  | { readonly _tag: "Forbidden" }

export interface MemberProfilesShape {
  readonly ask: (
    token: Redacted.Redacted,
    page: { readonly locale: Locale; readonly noNude: boolean },
  ) => Effect.Effect<CallOutcome<BasicInfo>>
  /** Without its profile after MEMBER_API_PATIENCE_MS; with `patience` of its own where nobody waits for it. */
  readonly baseline: (
    member: SessionMember,
    traits: DocumentTraits,
    patience?: Duration.Duration,
  ) => Effect.Effect<MemberBaseline>
  readonly reload: (
    member: Pick<SessionMember, "memberId" | "token">,
    visit: LiveVisit,
    cause: CommandId,
  ) => Effect.Effect<void, LogUnavailable>
}

const baselineOf = (member: SessionMember, outcome: CallOutcome<BasicInfo>): MemberBaseline => {
  if (isTokenRefused(outcome)) return { _tag: "Forbidden" }
  const facts =
    outcome._tag === "Answered"
      ? factsFrom("member-api", [
          loggedIn(member.memberId, outcome.body),
          ...memberLoaded(outcome.body),
        ])
      : memberWithoutProfile(member, memberRefused(outcome))
  return { _tag: "Told", facts, isComplete: outcome._tag === "Answered" }
}

export class MemberProfiles extends Context.Service<MemberProfiles, MemberProfilesShape>()(
  "gateway/MemberProfile",
) {
  static readonly layer = Layer.effect(
    MemberProfiles,
    Effect.gen(function* () {
      const { memberApi } = yield* GatewayConfig
      const api = yield* MemberApi
      const pipeline = yield* Pipeline
      const sessions = yield* SessionStore
      const endSession = yield* EndSession
      const visits = yield* Visits

      const ask: MemberProfilesShape["ask"] = (token, { locale, noNude }) =>
        api.call({ call: "GET /basic-info", token, lang: locale, noNude })

      const tellSilence = Effect.fnUntraced(function* (memberId: MemberId) {
        for (const visit of [...visits.ofMember(memberId)]) {
          visit.lacksProfile = true
          yield* pipeline.decided(
            [{ _tag: "SourceInterrupted", source: "member-api" }],
            recipientOf(visit),
            { cause: null },
          )
        }
      })

      return MemberProfiles.of({
        ask,
        baseline: (member, traits, patience = Duration.millis(memberApi.patienceMs)) =>
          ask(member.token, traits).pipe(
            Effect.timeoutOrElse({
              duration: patience,
              orElse: () => Effect.succeed(SILENT),
            }),
            Effect.map((outcome) => baselineOf(member, outcome)),
          ),
        reload: Effect.fnUntraced(function* (member, visit, cause) {
          const { memberId, token } = member
          const asked = pipeline.stamp(memberId)
          const outcome = yield* ask(token, visit)
          yield* pipeline.answered(
            outcome._tag === "Answered" ? memberLoaded(outcome.body) : [memberRefused(outcome)],
            { ...recipientOf(visit), member: memberId },
            { cause, asked },
          )
          if (outcome._tag === "Answered") {
            const { username, verified } = outcome.body
            return yield* Effect.ignore(sessions.describeMember(memberId, { username, verified }))
          }
          return isTokenRefused(outcome)
            ? yield* Effect.asVoid(endSession.tokenRefused(visit.owner, token))
            : yield* tellSilence(memberId)
        }),
      })
    }),
  )
}
