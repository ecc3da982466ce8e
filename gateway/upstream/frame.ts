/**
 * Raw input from upstreams: frames of the member socket and of the chat socket before decoding, and the outcomes of
 * HTTP calls. `about` says who receives the resulting facts.
 */
import type { MemberId, VisitId } from "@foldcast/contracts/ids"
import type {
  ChatEventName,
  ChatEventPayload,
  TIME_EVENTS,
} from "@foldcast/contracts/upstream/chat-socket"
import type {
  MemberEventName,
  MemberEventPayload,
} from "@foldcast/contracts/upstream/member-socket"
import type { OwnerId } from "../log/visit-header.ts"

/**
 * How a call ended. Only `Unknown` leaves open whether the upstream acted. Only the adapters make it, so an outcome
 * proves that the upstream was called.
 */
export type CallOutcome<Body> = { readonly _tag: "Answered"; readonly body: Body } | CallFailure

export type CallFailure =
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly label: string | null
      readonly fields: ReadonlyArray<{ readonly field: string; readonly label: string }>
      /** Seconds for which a repeat is refused, where the upstream says so. */
      readonly waitSeconds?: number
    }
  /** The gateway's own API key was refused, not the member: nothing happened upstream. */
  | { readonly _tag: "KeyRefused" }
  /** Not sent, or a reading call: nothing happened upstream. */
  | { readonly _tag: "Unavailable" }
  /** Sent, but without a readable answer. */
  | { readonly _tag: "Unknown" }

/** The visit, owner and member that facts are about; their scopes select the receivers. */
export interface Recipient {
  readonly visit: VisitId | null
  readonly owner: OwnerId | null
  readonly member: MemberId | null
}

export interface MemberFrame {
  readonly source: "member-socket"
  readonly call: string
  readonly payload: unknown
  readonly about: Recipient
}

export type DecodedMemberFrame = {
  readonly [Name in MemberEventName]: {
    readonly source: "member-socket"
    readonly call: Name
    readonly payload: MemberEventPayload<Name>
  }
}[MemberEventName]

/** Its receivers are known only after decoding: a room's visits, or one session's. */
export interface ChatFrame {
  readonly source: "chat-socket"
  readonly call: string
  readonly payload: unknown
}

export type TimeEventName = keyof typeof TIME_EVENTS

/** The events of the chat socket; time events, which arrive as `custom`, have their own names. */
export interface ChatPayloads
  extends
    Readonly<{ [Name in ChatEventName]: ChatEventPayload<Name> }>,
    Readonly<{
      [Name in TimeEventName]: (typeof TIME_EVENTS)[Name]["Type"] & {
        readonly session?: string
      }
    }> {}

export type ChatCall = keyof ChatPayloads

export type DecodedChatFrame = {
  readonly [Call in ChatCall]: {
    readonly source: "chat-socket"
    readonly call: Call
    readonly payload: ChatPayloads[Call]
  }
}[ChatCall]
