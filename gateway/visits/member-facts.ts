/**
 * What a visit's beginning says of a logged-in member: asked of the upstream through the ordinary door,
 * told only to this visit. When the upstream is silent, the session's own knowledge is told and the
 * silence with it.
 *
 * Callers: documents/page.ts, stream/attach.ts.
 */
import { Context, Effect, Layer } from "effect"
import type { Event } from "@foldcast/contracts/stream/event"
import { normaliseAnswer } from "../normalise/normalise-answer.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { type DocumentTraits, memberWithoutProfile } from "./first-facts.ts"

export type MemberBaseline =
  | {
      readonly _tag: "Told"
      readonly events: ReadonlyArray<Event>
      /** Whether the upstream was heard; else the profile is still to come. */
      readonly isComplete: boolean
    }
  /** The upstream does not know this token any more: the session is over. */
  | { readonly _tag: "Forbidden" }

export interface MemberFactsShape {
  readonly of: (member: SessionMember, traits: DocumentTraits) => Effect.Effect<MemberBaseline>
}

const FORBIDDEN: ReadonlySet<number> = new Set([401, 403])

export class MemberFacts extends Context.Service<MemberFacts, MemberFactsShape>()(
  "gateway/MemberFacts",
) {
  static readonly layer = Layer.effect(
    MemberFacts,
    Effect.gen(function* () {
      const api = yield* MemberApi
      return MemberFacts.of({
        of: Effect.fnUntraced(function* (member, traits) {
          const raw = yield* api.call({
            call: "GET /basic-info",
            token: member.token,
            lang: traits.locale,
            noNude: traits.noNude,
          })
          const { outcome } = readAnswer("GET /basic-info", raw)
          if (outcome._tag === "Refused" && FORBIDDEN.has(outcome.status)) {
            return { _tag: "Forbidden" }
          }
          const isComplete = outcome._tag === "Answered"
          const told = normaliseAnswer("GET /basic-info", outcome, {
            memberId: member.memberId,
            entering: isComplete,
            preference: NO_PREFERENCE,
          })
          const events = isComplete ? told : memberWithoutProfile(member, told)
          return { _tag: "Told", events, isComplete }
        }),
      })
    }),
  )
}
