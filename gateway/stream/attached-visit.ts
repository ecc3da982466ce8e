/**
 * Which live visit a stream is attached to: the one that it asks for, the one that its document was given by a
 * try whose greeting it did not hear, or one that begins now. What is asked for is decided by resume.ts.
 *
 * Invariant: a document is given one visit, however many of its tries are under way.
 */
import { Effect } from "effect"
import type { VisitId } from "@foldcast/contracts/ids"
import { VisitIndex } from "../log/visit-index.ts"
import { VisitLog } from "../log/visit-log.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { factsFrom } from "../visits/envelopes.ts"
import { ageFacts, resetBaseline, visitStarted } from "../visits/first-facts.ts"
import { detachedFor, Visits } from "../visits/registry.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import type { Wire } from "../visits/wire.ts"
import { type Attaching, documentOf, wantedOf } from "./attaching.ts"
import { VisitCreations } from "./visit-creations.ts"
import { type Attachment, decideAttachment, type Known } from "./resume.ts"

export interface AttachedVisitSettings {
  readonly resumeEvents: number
  /** Milliseconds for which a gone visit can be resumed. */
  readonly resumeMs: number
}

export const makeAttachedVisit = (settings: AttachedVisitSettings) =>
  Effect.gen(function* () {
    const log = yield* VisitLog
    const index = yield* VisitIndex
    const visits = yield* Visits
    const visitCreator = yield* VisitCreator
    const profile = yield* MemberProfiles

    const known = Effect.fnUntraced(function* (who: Attaching) {
      if (who.request._tag === "New") return { _tag: "Unknown" } satisfies Known
      const visit = who.request.visit as VisitId
      const live = visits.get(visit)
      if (live !== undefined) {
        if (live.owner !== who.owner) return { _tag: "Unknown" } satisfies Known
        // The registry is swept now and then; the window is exact.
        const now = yield* monotonicMillis
        const evicted = (detachedFor(live, now) ?? 0) > settings.resumeMs
        return { _tag: "Logged", head: live.head, ended: false, evicted } satisfies Known
      }
      if (yield* visitCreator.isPending(visit, who.owner))
        return { _tag: "Pending" } satisfies Known
      const record = yield* index.find(visit)
      if (record === null || record.owner !== who.owner) {
        return { _tag: "Unknown" } satisfies Known
      }
      const { head, ended } = record
      return { _tag: "Logged", head, ended, evicted: true } satisfies Known
    })

    const creations = new VisitCreations()

    /** Null where the browser has left before its visit was begun. */
    const beginAnew = (
      who: Attaching,
      attachment: Extract<Attachment, { readonly _tag: "Begin" | "Reset" }>,
      wire: Wire,
    ) => {
      const opening =
        attachment._tag === "Begin"
          ? [visitStarted(who.traits)]
          : resetBaseline(attachment.reason, who.traits)
      return creations.begin({
        document: documentOf(who),
        wire,
        baseline:
          who.member === null ? Effect.succeed(null) : profile.baseline(who.member, who.traits),
        begin: Effect.fnUntraced(function* (baseline) {
          // A token refused here is refused again right after the attach, which ends the session.
          const facts = baseline?._tag === "Told" ? baseline.facts : []
          const live = yield* visitCreator.begin(
            {
              owner: who.owner,
              member: who.member?.memberId ?? null,
              traits: who.traits,
              base: attachment._tag === "Begin" ? "page" : "reset",
              facts: [...factsFrom("gateway", [...opening, ...ageFacts(who)]), ...facts],
            },
            who.tab,
            wantedOf(who),
          )
          live.key = who.key
          return live
        }),
      })
    }

    /** What this document was given before, by a try whose greeting it did not hear. */
    const begunBefore = (who: Attaching) => {
      const wanted = wantedOf(who)
      if (wanted === null && who.key === null) return undefined
      return [...visits.ofOwner(who.owner)].find(
        (live) =>
          live.tab === who.tab &&
          live.replaces === wanted &&
          live.n === 0 &&
          (wanted !== null || live.key === who.key),
      )
    }

    /** Null where there is none: the cookie may begin none, or the browser has left. */
    return Effect.fnUntraced(function* (who: Attaching, wire: Wire) {
      const asked = wantedOf(who)
      const epoch = (asked === null ? null : visits.get(asked)?.epoch) ?? log.currentEpoch()
      const wanted = decideAttachment(who.request, yield* known(who), epoch, {
        maxEvents: settings.resumeEvents,
      })
      const begin = Effect.fnUntraced(function* (
        attachment: Extract<Attachment, { readonly _tag: "Begin" | "Reset" }>,
      ) {
        if (!who.mayBegin) return null
        const live = begunBefore(who) ?? (yield* beginAnew(who, attachment, wire))
        return live === null ? null : { attachment, live }
      })
      if (wanted._tag === "Begin" || wanted._tag === "Reset") return yield* begin(wanted)
      const live = asked === null ? null : yield* visitCreator.ensure(asked, who.owner, who.tab)
      if (live !== null) return { attachment: wanted, live }
      // A page that vanished meanwhile starts anew.
      return yield* begin({ _tag: "Reset", reason: "unknown" })
    })
  })
