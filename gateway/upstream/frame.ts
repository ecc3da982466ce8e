/**
 * What comes from outside: the frames of the member socket and of the chat socket before anybody has read them, and
 * how a call to an upstream ended. `about` says whose facts come of it.
 *
 * Made by upstream/*; read by normalise/*; joined by pipeline.ts.
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
 * How a call ended. Only `Unknown` leaves open whether the upstream did it. Made by the adapters alone: who
 * holds one knows that the upstream was asked.
 */
export type CallOutcome<Body> = { readonly _tag: "Answered"; readonly body: Body } | CallFailure

export type CallFailure =
  | {
      readonly _tag: "Refused"
      readonly status: number
      readonly label: string | null
      readonly fields: ReadonlyArray<{ readonly field: string; readonly label: string }>
      /** Seconds for which the same is refused again, where the upstream says so. */
      readonly waitSeconds?: number
    }
  /** Not the member, the gateway is refused, by its API key: nothing happened there. */
  | { readonly _tag: "KeyRefused" }
  /** Never sent, or only reading: nothing happened there. */
  | { readonly _tag: "Unavailable" }
  /** Sent, and no answer that could be read came back. */
  | { readonly _tag: "Unknown" }

/** Whose facts they are: who may receive them, by their scopes. */
export interface Recipient {
  readonly visit: VisitId | null
  readonly owner: OwnerId | null
  readonly member: MemberId | null
}

export interface SocketFrame {
  readonly source: "member-socket"
  readonly call: string
  readonly payload: unknown
  readonly about: Recipient
}

export type DecodedSocketFrame = {
  readonly [Name in MemberEventName]: {
    readonly source: "member-socket"
    readonly call: Name
    readonly payload: MemberEventPayload<Name>
  }
}[MemberEventName]

/** Whose facts come of it is known once it is read: a room's, or one session's. */
export interface ChatFrame {
  readonly source: "chat-socket"
  readonly call: string
  readonly payload: unknown
}

export type TimeEventName = keyof typeof TIME_EVENTS

/** The events of the chat socket; time, which comes as `custom`, under names of its own. */
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
