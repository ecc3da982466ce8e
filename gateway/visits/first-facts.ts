/**
 * The facts a visit begins with: what the request says of the document, then what the session knows of the member or
 * the caller.
 * Pure.
 */
import type { Event } from "@foldcast/contracts/stream/event"
import type { ResetReason, Tracking } from "@foldcast/contracts/stream/visit"
import type { Device, Locale } from "@foldcast/contracts/units"
import type { Session, SessionMember } from "../sessions/session-store.ts"
import type { SourcedFact } from "./placement.ts"

export interface DocumentTraits {
  readonly locale: Locale
  readonly brand: string
  readonly device: Device
  readonly noNude: boolean
  readonly tracking: Tracking
}

export const visitStarted = (traits: DocumentTraits): Event => ({ _tag: "VisitStarted", ...traits })

/** A visit that replaces one that could not be resumed begins with `StreamReset`. */
export const resetBaseline = (
  reason: ResetReason,
  traits: DocumentTraits,
): ReadonlyArray<Event> => [{ _tag: "StreamReset", reason }, visitStarted(traits)]

export const ageFacts = ({ ageChecked }: { readonly ageChecked: boolean }): ReadonlyArray<Event> =>
  ageChecked ? [{ _tag: "AgeVerified" }] : []

/** Of a browser whose caller pays by phone: as it was last heard. */
export const callFacts = ({ call }: Pick<Session, "call">): ReadonlyArray<Event> =>
  call === null
    ? []
    : [
        { _tag: "DialInStarted", session: call.session, username: call.username },
        { _tag: "DialInStateChanged", session: call.session, state: call.state },
      ]

export const tellsAge = (events: ReadonlyArray<Event>): boolean =>
  events.some(({ _tag }) => _tag === "AgeVerified")

export const lacksProfile = (events: ReadonlyArray<Event>): boolean =>
  events.some((event) => event._tag === "SourceInterrupted" && event.source === "member-api")

/**
 * The first facts where the session knows the member but the upstream did not answer: the log-in, the refusal, and
 * the interruption (law L7).
 */
export const memberWithoutProfile = (
  { memberId, username, verified }: Pick<SessionMember, "memberId" | "username" | "verified">,
  refusal: Event,
): ReadonlyArray<SourcedFact> => [
  { from: "gateway", event: { _tag: "LoggedIn", memberId, username, verified } },
  { from: "member-api", event: refusal },
  { from: "gateway", event: { _tag: "SourceInterrupted", source: "member-api" } },
]
