/**
 * Finds or begins the live visit for a stream: the visit that the browser asks for, the one that an earlier attempt
 * of the same document began without delivering `hello`, or a new one. resume.ts decides about the visit asked for.
 *
 * Invariant: a document gets one visit, however many attempts run at the same time.
 */
import { Effect } from "effect"
import type { VisitId } from "@foldcast/contracts/ids"
import { VisitIndex } from "../log/visit-index.ts"
import { type LogUnavailable, VisitLog } from "../log/visit-log.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { monotonicMillis } from "@foldcast/clock/monotonic-time"
import { factsFrom } from "../visits/placement.ts"
import { detachedFor, Visits } from "../visits/registry.ts"
import { ageFacts, callFacts, resetBaseline, visitStarted } from "../visits/first-facts.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import type { Wire } from "../visits/wire.ts"
import { type Attaching, documentOf, wantedOf } from "./attaching.ts"
import { VisitCreations } from "./visit-creations.ts"
import { type Attachment, decideAttachment, type Known } from "./resume.ts"

export interface AttachedVisitSettings {
  readonly resumeEvents: number
  /** Milliseconds for which a detached visit can be resumed. */
  readonly resumeMs: number
}

const makeDeps = (settings: AttachedVisitSettings) =>
  Effect.gen(function* () {
    return {
      settings,
      log: yield* VisitLog,
      index: yield* VisitIndex,
      visits: yield* Visits,
      visitCreator: yield* VisitCreator,
      profiles: yield* MemberProfiles,
      creations: new VisitCreations(),
    }
  })

type AttachedVisitDeps = Effect.Success<ReturnType<typeof makeDeps>>

const knownOf = Effect.fnUntraced(function* (
  { index, settings, visits, visitCreator }: AttachedVisitDeps,
  who: Attaching,
): Effect.fn.Return<Known, LogUnavailable> {
  if (who.request._tag === "New") return { _tag: "Unknown" }
  const visit = who.request.visit as VisitId
  const live = visits.get(visit)
  if (live !== undefined) {
    if (live.owner !== who.owner) return { _tag: "Unknown" }
    // The registry is swept only at intervals, so the exact window is checked here.
    const evicted = (detachedFor(live, yield* monotonicMillis) ?? 0) > settings.resumeMs
    return { _tag: "Logged", head: live.head, ended: false, evicted }
  }
  if (yield* visitCreator.isPending(visit, who.owner)) return { _tag: "Pending" }
  const record = yield* index.find(visit)
  if (record === null || record.owner !== who.owner) return { _tag: "Unknown" }
  return { _tag: "Logged", head: record.head, ended: record.ended, evicted: true }
})

type NewAttachment = Extract<Attachment, { readonly _tag: "Begin" | "Reset" }>

/** Null where the browser leaves before its visit begins. */
const beginAnew = (
  { creations, profiles, visitCreator }: AttachedVisitDeps,
  who: Attaching,
  attachment: NewAttachment,
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
      who.member === null ? Effect.succeed(null) : profiles.baseline(who.member, who.traits),
    begin: Effect.fnUntraced(function* (baseline) {
      // A refused token is refused again right after the attach, which ends the session.
      const facts = baseline?._tag === "Told" ? baseline.facts : []
      const live = yield* visitCreator.begin(
        {
          owner: who.owner,
          member: who.member?.memberId ?? null,
          traits: who.traits,
          base: attachment._tag === "Begin" ? "page" : "reset",
          facts: [
            ...factsFrom("gateway", [...opening, ...ageFacts(who), ...callFacts(who)]),
            ...facts,
          ],
        },
        who.tab,
        wantedOf(who),
      )
      live.key = who.key
      return live
    }),
  })
}

/** The visit that an earlier attempt of this document began without delivering `hello`. */
const begunBefore = ({ visits }: AttachedVisitDeps, who: Attaching) => {
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

const begin = Effect.fnUntraced(function* (
  deps: AttachedVisitDeps,
  who: Attaching,
  attachment: NewAttachment,
  wire: Wire,
) {
  if (!who.mayBegin) return null
  const live = begunBefore(deps, who) ?? (yield* beginAnew(deps, who, attachment, wire))
  return live === null ? null : { attachment, live }
})

const attachedVisit = Effect.fnUntraced(function* (
  deps: AttachedVisitDeps,
  who: Attaching,
  wire: Wire,
) {
  const { log, settings, visits, visitCreator } = deps
  const asked = wantedOf(who)
  const epoch = (asked === null ? null : visits.get(asked)?.epoch) ?? log.currentEpoch()
  const wanted = decideAttachment(who.request, yield* knownOf(deps, who), epoch, {
    maxEvents: settings.resumeEvents,
  })
  if (wanted._tag === "Begin" || wanted._tag === "Reset") {
    return yield* begin(deps, who, wanted, wire)
  }
  const live = asked === null ? null : yield* visitCreator.ensure(asked, who.owner, who.tab)
  if (live !== null) return { attachment: wanted, live }
  // The visit no longer exists, for example because its page has expired, so a new visit begins.
  return yield* begin(deps, who, { _tag: "Reset", reason: "unknown" }, wire)
})

/** Returns null where there is no visit: the cookie may not begin one, or the browser has left. */
export const makeAttachedVisit = (settings: AttachedVisitSettings) =>
  Effect.map(
    makeDeps(settings),
    (deps) => (who: Attaching, wire: Wire) => attachedVisit(deps, who, wire),
  )
