/**
 * The member's profile from the upstream: the only module that calls GET /basic-info.
 *
 *   ask           what the upstream says about this token's member
 *   baseline      the first facts of one visit about its logged-in member
 *   reload        asks again after an account change, for all visits of the member
 *   catchUpLogIn  a log-in that a visit has missed
 *   complete      the profile of a visit that began while the upstream was silent
 *
 * Invariants: where the upstream is silent, the visits receive the interruption, and the profile is asked for again
 * until it arrives; a baseline never waits longer than its patience.
 */
import { Context, Duration, Effect, Layer, type Redacted } from "effect"
import type { CommandId, MemberId } from "@foldcast/contracts/ids"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import type { Locale } from "@foldcast/contracts/units"
import { GatewayConfig } from "../config.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { loggedIn, memberLoaded, memberRefused } from "../normalise/account.ts"
import { Pipeline, type PipelineShape } from "../pipeline.ts"
import {
  type SessionMember,
  SessionStore,
  type SessionStoreShape,
} from "../sessions/session-store.ts"
import { isTokenRefused } from "../upstream/call-outcome.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi, type MemberApiShape } from "../upstream/member-api.ts"
import { factsFrom, type SourcedFact } from "../visits/placement.ts"
import { type LiveVisit, recipientOf, Visits, type VisitTable } from "../visits/registry.ts"
import { type DocumentTraits, memberWithoutProfile } from "../visits/first-facts.ts"
import { SessionEnder, type SessionEnderShape } from "./session-ender.ts"

const SILENT: CallOutcome<never> = { _tag: "Unavailable" }

export type MemberBaseline =
  | {
      readonly _tag: "Told"
      readonly facts: ReadonlyArray<SourcedFact>
      /** False where the upstream did not answer and the profile is still missing. */
      readonly isComplete: boolean
    }
  /** The upstream refuses this token: the session is over. */
  | { readonly _tag: "Forbidden" }

export interface MemberProfilesShape {
  readonly ask: (
    token: Redacted.Redacted,
    page: { readonly locale: Locale; readonly noNude: boolean },
  ) => Effect.Effect<CallOutcome<BasicInfo>>
  /** Answers without the profile after MEMBER_API_PATIENCE_MS, or after `patience` where one is given. */
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
  /**
   * A log-in that this visit has missed, since the visit was beginning or the gateway crashed. Only this visit
   * receives the facts; the others have them.
   */
  readonly catchUpLogIn: (
    visit: LiveVisit,
    member: SessionMember,
  ) => Effect.Effect<void, LogUnavailable>
  readonly complete: (
    visit: LiveVisit,
    member: SessionMember,
  ) => Effect.Effect<void, LogUnavailable>
}

interface ProfileDeps {
  readonly api: MemberApiShape
  readonly pipeline: PipelineShape
  readonly sessions: SessionStoreShape
  readonly endSession: SessionEnderShape
  readonly visits: VisitTable
  /** Whether a visit lacks its profile; overrides `beganWithoutProfile`. */
  readonly lacksProfile: WeakMap<LiveVisit, boolean>
  readonly patience: Duration.Duration
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

const lacksProfile = (deps: ProfileDeps, visit: LiveVisit): boolean =>
  deps.lacksProfile.get(visit) ?? visit.beganWithoutProfile

const traitsOf = ({ locale, brand, device, noNude, tracking }: LiveVisit): DocumentTraits => ({
  locale,
  brand,
  device,
  noNude,
  tracking,
})

const ask = (
  { api }: ProfileDeps,
  token: Redacted.Redacted,
  { locale, noNude }: { readonly locale: Locale; readonly noNude: boolean },
) => api.call({ call: "GET /basic-info", token, lang: locale, noNude })

const baseline = (
  deps: ProfileDeps,
  member: SessionMember,
  traits: DocumentTraits,
  patience = deps.patience,
): Effect.Effect<MemberBaseline> =>
  ask(deps, member.token, traits).pipe(
    Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(SILENT) }),
    Effect.map((outcome) => baselineOf(member, outcome)),
  )

const tellSilence = Effect.fnUntraced(function* (deps: ProfileDeps, memberId: MemberId) {
  for (const visit of [...deps.visits.ofMember(memberId)]) {
    deps.lacksProfile.set(visit, true)
    yield* deps.pipeline.decided(
      [{ _tag: "SourceInterrupted", source: "member-api" }],
      recipientOf(visit),
      { cause: null },
    )
  }
})

const reload = Effect.fnUntraced(function* (
  deps: ProfileDeps,
  { memberId, token }: Pick<SessionMember, "memberId" | "token">,
  visit: LiveVisit,
  cause: CommandId,
) {
  const { endSession, pipeline, sessions } = deps
  const asked = pipeline.stamp(memberId)
  const outcome = yield* ask(deps, token, visit)
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
    : yield* tellSilence(deps, memberId)
})

const catchUpLogIn = Effect.fnUntraced(function* (
  deps: ProfileDeps,
  visit: LiveVisit,
  member: SessionMember,
) {
  const { memberId } = member
  if (visit.member === memberId) return
  const told = yield* baseline(deps, member, traitsOf(visit))
  if (told._tag === "Forbidden" || visit.member === memberId) return
  deps.lacksProfile.set(visit, !told.isComplete)
  yield* deps.pipeline.facts(
    told.facts,
    { ...recipientOf(visit), member: memberId },
    { cause: null, becomes: memberId, only: [visit] },
  )
})

const complete = Effect.fnUntraced(function* (
  deps: ProfileDeps,
  visit: LiveVisit,
  member: SessionMember,
) {
  if (!lacksProfile(deps, visit)) return
  const told = yield* baseline(deps, member, traitsOf(visit), Duration.infinity)
  if (told._tag === "Forbidden" || !told.isComplete || !lacksProfile(deps, visit)) return
  deps.lacksProfile.set(visit, false)
  const about = recipientOf(visit)
  yield* deps.pipeline.facts(
    told.facts.filter(({ event }) => event._tag !== "LoggedIn"),
    about,
    { cause: null, only: [visit] },
  )
  yield* deps.pipeline.decided([{ _tag: "SourceRestored", source: "member-api" }], about, {
    cause: null,
  })
})

export class MemberProfiles extends Context.Service<MemberProfiles, MemberProfilesShape>()(
  "gateway/MemberProfiles",
) {
  static readonly layer = Layer.effect(
    MemberProfiles,
    Effect.gen(function* () {
      const { memberApi } = yield* GatewayConfig
      const deps: ProfileDeps = {
        api: yield* MemberApi,
        pipeline: yield* Pipeline,
        sessions: yield* SessionStore,
        endSession: yield* SessionEnder,
        visits: yield* Visits,
        lacksProfile: new WeakMap(),
        patience: Duration.millis(memberApi.patienceMs),
      }
      return MemberProfiles.of({
        ask: (token, page) => ask(deps, token, page),
        baseline: (member, traits, patience) => baseline(deps, member, traits, patience),
        reload: (member, visit, cause) => reload(deps, member, visit, cause),
        catchUpLogIn: (visit, member) => catchUpLogIn(deps, visit, member),
        complete: (visit, member) => complete(deps, visit, member),
      })
    }),
  )
}
