/**
 * What a page knows of its session before its stream connects. If the upstream refuses the token, the session ends
 * and the page is rendered for a guest.
 */
import { Context, Effect, Layer, Option } from "effect"
import { GatewayConfig } from "../config.ts"
import type { LogUnavailable } from "../log/visit-log.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import type { CookieValue, Session } from "../sessions/session-store.ts"
import { TokenChanges } from "../sessions/token-changes.ts"
import type { SourcedFact } from "../visits/placement.ts"
import { type DocumentTraits, memberWithoutProfile } from "../visits/first-facts.ts"

export interface PageBaseline {
  readonly session: Session
  readonly facts: ReadonlyArray<SourcedFact>
  /** The browser's next cookie, where its session has just ended. */
  readonly cookie: CookieValue | null
}

export interface PageBaselinesShape {
  readonly of: (
    session: Session,
    traits: DocumentTraits,
  ) => Effect.Effect<PageBaseline, LogUnavailable>
}

export class PageBaselines extends Context.Service<PageBaselines, PageBaselinesShape>()(
  "gateway/PageBaselines",
) {
  static readonly layer = Layer.effect(
    PageBaselines,
    Effect.gen(function* () {
      const { memberApi } = yield* GatewayConfig
      const profile = yield* MemberProfiles
      const endSession = yield* SessionEnder
      const changes = yield* TokenChanges

      return PageBaselines.of({
        of: Effect.fnUntraced(function* (session, traits) {
          if (session.member === null) return { session, facts: [], cookie: null }
          const { owner, member } = session
          const baseline = yield* profile.baseline(member, traits)
          if (baseline._tag === "Told") return { session, facts: baseline.facts, cookie: null }
          // A page does not wait for the end of a token exchange; its stream brings the result.
          const settled = yield* Effect.timeoutOption(changes.settled(owner), memberApi.patienceMs)
          if (Option.isNone(settled)) {
            const facts = memberWithoutProfile(member, {
              _tag: "MemberRefused",
              label: UNAVAILABLE,
            })
            return { session, facts, cookie: null }
          }
          const refused = yield* endSession.tokenRefused(owner, member.token)
          // A session whose token was just exchanged goes on; the page's stream brings the member.
          const next = refused._tag === "Ended" ? refused.next : null
          return next === null
            ? { session: { ...session, member: null }, facts: [], cookie: null }
            : { session: next.session, facts: [], cookie: next.cookie }
        }),
      })
    }),
  )
}
