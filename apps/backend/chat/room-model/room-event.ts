/**
 * The events that come out of a room: for its viewers, the performer's side, the ledger and the list of performers.
 * Types only.
 */
import type { ChatEventName, ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { HoldEnd, VipHold } from "./vip-hold.ts"
import type { TipKind } from "./tip-kind.ts"
import type { ChatSession } from "./chat-session.ts"

/** Events for the performer's side. `lang` is the viewer's. */
export type HostEvent =
  | {
      readonly _tag: "Joined"
      readonly session: string
      readonly nickname: string
      readonly mode: ChatSession["mode"]
      readonly isGuest: boolean
      readonly lang: "nl" | "en"
    }
  | { readonly _tag: "Left"; readonly session: string; readonly nickname: string }
  | { readonly _tag: "Renamed"; readonly from: string; readonly to: string }
  | {
      readonly _tag: "Said"
      readonly session: string
      readonly nickname: string
      readonly message: string
      readonly isPrivate: boolean
      readonly lang: "nl" | "en"
    }
  | {
      readonly _tag: "Tipped"
      /** Null where the giver is not in the room. */
      readonly session: string | null
      readonly nickname: string
      readonly amount: number
      readonly kind: TipKind
      readonly message: string
      readonly isPublic: boolean
      readonly lang: "nl" | "en"
    }
  | {
      readonly _tag: "VipRequested"
      readonly session: string
      readonly nickname: string
      readonly lang: "nl" | "en"
    }
  | { readonly _tag: "VipTakenBack"; readonly session: string; readonly nickname: string }
  | {
      readonly _tag: "CamBack"
      readonly session: string
      readonly nickname: string
      readonly isOn: boolean
    }
  /** Ended by the performer. One that its viewer turns off, or that ends with its session, is a `CamBack`. */
  | { readonly _tag: "CamBackEnded"; readonly session: string; readonly nickname: string }
  | { readonly _tag: "ModeChanged"; readonly mode: UpstreamRoomMode }

type TellOf<Name extends ChatEventName> = {
  readonly _tag: "Tell"
  /** `lobby`: all free viewers. */
  readonly to: ChatSession | "all" | "lobby"
  readonly name: Name
  readonly payload: ChatEventPayload<Name>
}

export type RoomEvent =
  | { [Name in ChatEventName]: TellOf<Name> }[ChatEventName]
  | { readonly _tag: "Host"; readonly event: HostEvent }
  /** The next interval of this session is due. */
  | { readonly _tag: "Pay"; readonly session: ChatSession }
  /** VIP is accepted: its first interval is to be held. */
  | { readonly _tag: "Hold"; readonly hold: VipHold }
  /** VIP was not joined: the hold is kept by the house or returned. */
  | { readonly _tag: "EndHold"; readonly hold: VipHold; readonly end: HoldEnd }
  /** This session has ended: its receipt is to be written, and the room told. */
  | { readonly _tag: "Settle"; readonly session: ChatSession }
  /** This session has left the room, and its `auth` is void. */
  | { readonly _tag: "Gone"; readonly session: ChatSession }
  /** This session's own connection is to be closed. */
  | { readonly _tag: "HangUp"; readonly session: ChatSession }
  /** This session may not watch any more: its media connections are to be cut. */
  | { readonly _tag: "Cut"; readonly session: ChatSession }
  /** This viewer's camera has ended: its media connections are to be cut. */
  | { readonly _tag: "CutCamBack"; readonly session: ChatSession }
  | { readonly _tag: "FreeTimeUsed"; readonly session: ChatSession; readonly ms: number }
  | { readonly _tag: "Mode"; readonly mode: UpstreamRoomMode }
