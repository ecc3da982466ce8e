/**
 * What of an event somebody wrote or is called by, and what stands in its place when their account is deleted
 * (ADR 0040). Pure.
 *
 * Invariants: a marker takes the event's own position, id and time; nothing that a log is searched by
 * (search-terms.ts) is among these fields, for it is sealed on disk; a field that a fact has had once stays listed,
 * for rows of before.
 */
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Event, EventOf, EventTag } from "@foldcast/contracts/stream/event"

/** Each field that somebody wrote or is called by, and the field that names who it was. */
type AuthoredFields = {
  readonly [Tag in EventTag]?: {
    readonly [Field in Exclude<keyof EventOf<Tag>, "_tag">]?: Exclude<keyof EventOf<Tag>, "_tag">
  }
}

const AUTHORED = {
  RoomMessageReceived: { from: "from", message: "from", recipient: "recipient" },
  TipReceived: { from: "from", message: "from" },
  ToyTipReceived: { from: "from", message: "from" },
  RoomMemberJoined: { nickname: "nickname" },
  RoomMemberLeft: { nickname: "nickname" },
  RoomMembersListed: { nicknames: "nicknames" },
  NicknameChanged: { from: "from", to: "from" },
} as const satisfies AuthoredFields

export type AuthoredTag = keyof typeof AUTHORED
/** @internal */
export const AUTHORED_TAGS = Object.keys(AUTHORED) as ReadonlyArray<AuthoredTag>

/** By field who is named by which. @internal */
export const authoredFields = (tag: AuthoredTag): Readonly<Record<string, string>> => AUTHORED[tag]

const isAuthored = (event: { readonly _tag: string }): event is EventOf<AuthoredTag> =>
  Object.hasOwn(AUTHORED, event._tag)

/**
 * Of both markers, as the facts are declared: the log's thread loads no schemas. @internal A test holds it to them.
 */
export const MARKER_TRAITS = { v: 1, scope: "visit" } as const

/** In place of a value that is not there any more. */
export const ERASED = Symbol("gone")

/** A line to somebody goes with them as their own does: half of what two people said is no line. */
const markerOf = (event: EventOf<AuthoredTag>): Event => {
  const { performerId } = event
  switch (event._tag) {
    case "RoomMessageReceived":
      return { _tag: "RoomLineErased", performerId, lineId: event.messageId, line: "message" }
    case "TipReceived":
      return { _tag: "RoomLineErased", performerId, lineId: event.tipId, line: "tip" }
    case "ToyTipReceived":
      return { _tag: "RoomLineErased", performerId, lineId: event.tipId, line: "toyTip" }
    case "RoomMemberJoined":
      return { _tag: "RoomMemberErased", performerId, was: "joined" }
    case "RoomMemberLeft":
      return { _tag: "RoomMemberErased", performerId, was: "left" }
    case "NicknameChanged":
      return { _tag: "RoomMemberErased", performerId, was: "renamed" }
    case "RoomMembersListed":
      return event
  }
}

type Fields = Readonly<Record<string, unknown>>

/**
 * The event with each such value changed; `owner` is what its writer is called there. Of a list what is gone is left
 * out; of everything else a marker takes its place where a part is gone. An event that nobody wrote is answered as it
 * is.
 */
export const changeAuthored = (
  event: Event,
  change: (value: unknown, owner: unknown) => unknown,
): Event => {
  if (!isAuthored(event)) return event
  const given = event as unknown as Fields
  const changed: Record<string, unknown> = { ...given }
  for (const [field, owner] of Object.entries(AUTHORED[event._tag])) {
    const value = given[field]
    const next = Array.isArray(value)
      ? value.map((each: unknown) => change(each, each)).filter((each) => each !== ERASED)
      : change(value, given[owner])
    if (next === ERASED) return markerOf(event)
    changed[field] = next
  }
  return changed as unknown as Event
}

/** What takes the place of a line, and whose it is by name; null where the event is none. */
export const erasedLine = (
  event: Event,
): { readonly from: string; readonly marker: EventOf<"RoomLineErased"> } | null => {
  if (!isAuthored(event) || !("from" in event)) return null
  const marker = markerOf(event)
  return marker._tag === "RoomLineErased" ? { from: event.from, marker } : null
}

/** The envelope about another event, which may be of another kind. */
export const withEvent = (envelope: UnnumberedEnvelope, event: Event): UnnumberedEnvelope =>
  event._tag === envelope.event._tag
    ? { ...envelope, event }
    : { ...envelope, ...MARKER_TRAITS, event }
