/** What comes out of a room: for its viewers, for the performer, for the ledger and for the list. Types only. */
import type { ChatEventName, ChatEventPayload } from "@foldcast/contracts/upstream/chat-socket"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import type { HoldEnd, VipHold } from "./vip-hold.ts"
import type { TipKind } from "./tips.ts"
import type { Session } from "./session.ts"

/** What the performer's side hears. `lang` is the viewer's. */
export type HostEvent =
  | {
      readonly _tag: "Joined"
      readonly session: string
      readonly nickname: string
      readonly mode: Session["mode"]
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
  /** Ended by her; one that its viewer turns off, or that goes with its session, is a `CamBack`. */
  | { readonly _tag: "CamBackEnded"; readonly session: string; readonly nickname: string }
  | { readonly _tag: "ModeChanged"; readonly mode: UpstreamRoomMode }

type TellOf<Name extends ChatEventName> = {
  readonly _tag: "Tell"
  /** `lobby`: all who watch free. */
  readonly to: Session | "all" | "lobby"
  readonly name: Name
  readonly payload: ChatEventPayload<Name>
}

export type RoomEvent =
  | { [Name in ChatEventName]: TellOf<Name> }[ChatEventName]
  | { readonly _tag: "Host"; readonly event: HostEvent }
  /** One more interval of that session is due. */
  | { readonly _tag: "Pay"; readonly session: Session }
  /** VIP is accepted: its first interval is to be held. */
  | { readonly _tag: "Hold"; readonly hold: VipHold }
  /** VIP was not joined: what is held is kept, or goes back. */
  | { readonly _tag: "EndHold"; readonly hold: VipHold; readonly end: HoldEnd }
  /** That session has ended: what it cost is written down, then `settled` is told. */
  | { readonly _tag: "Settle"; readonly session: Session }
  /** It is in the room no more, and its word is good for nothing. */
  | { readonly _tag: "Gone"; readonly session: Session }
  /** Its own connection ends. */
  | { readonly _tag: "HangUp"; readonly session: Session }
  /** It sees nothing from now on: what shows it the picture is cut. */
  | { readonly _tag: "Cut"; readonly session: Session }
  /** Its viewer's own camera is over: what carries it is cut. */
  | { readonly _tag: "CutCamBack"; readonly session: Session }
  | { readonly _tag: "FreeTimeUsed"; readonly session: Session; readonly ms: number }
  | { readonly _tag: "Mode"; readonly mode: UpstreamRoomMode }
