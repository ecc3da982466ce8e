/**
 * What a document knows of the room it is in. Types only, so that the site's first script names them without
 * shipping anything.
 */
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import type { TipType, ToyIntensity } from "@foldcast/contracts/chat-rules"
import type { CommandId } from "@foldcast/contracts/ids"
import type {
  JoinMode,
  KickReason,
  LeaveReason,
  MessageType,
  RoomMode,
  VipHoldEnd,
} from "@foldcast/contracts/stream/room"

/** Where a line is kept (CHAT-28). */
export type RoomName = "public" | "private" | "vip"

export interface SaidLine {
  readonly _tag: "Said"
  readonly id: string
  /** Gateway milliseconds. */
  readonly at: number
  readonly from: string
  readonly message: string
  readonly messageType: MessageType
  readonly recipient: string
  /** This document's visitor wrote it. */
  readonly isOwn: boolean
}

/** What happened in the room, of whose the stream box says what it was. */
export type RoomAction =
  | "freeChatStarted"
  | "freeChatStopped"
  | "paused"
  | "hostLeft"
  | "roomClosed"
  | "vipStarted"
  | "vipRequested"
  | "vipAccepted"
  | "vipDeclined"
  | "vipStopped"
  | "vipTakenBack"
  | "vipDisconnected"
  | "toyMoves"
  | "nicknameChanged"

export type SystemLine =
  | {
      readonly _tag: "Announced"
      readonly id: string
      readonly at: number
      readonly message: string
    }
  | {
      readonly _tag: "Tipped"
      readonly id: string
      readonly at: number
      readonly from: string
      readonly amount: number
      readonly tipType: TipType
      readonly message: string
    }
  | {
      readonly _tag: "ToyTipped"
      readonly id: string
      readonly at: number
      readonly from: string
      readonly amount: number
      readonly intensity: ToyIntensity
      readonly level: number
      readonly seconds: number
      readonly message: string
    }
  /** In the place of what a member wrote whose account is deleted. */
  | {
      readonly _tag: "Erased"
      readonly id: string
      readonly at: number
      readonly what: "message" | "tip" | "toyTip"
    }
  | {
      readonly _tag: "Action"
      readonly id: string
      readonly at: number
      readonly action: RoomAction
      /** A reason, or a name; null where there is none. */
      readonly detail: string | null
    }

export type RoomLine = SaidLine | SystemLine

export interface RoomLines {
  /** Oldest first, at most 200. */
  readonly lines: ReadonlyArray<RoomLine>
  /** How many came since the visitor last looked. */
  readonly unseen: number
}

/** Written here and not confirmed. */
export interface OwnLine {
  readonly commandId: CommandId
  readonly at: number
  readonly message: string
  readonly messageType: "room" | "host"
  /** Null while it is under way; else why it was not sent. */
  readonly failure: string | null
}

/** What is left of a guest's free time, counted from `at` in gateway milliseconds. */
export interface FreeTimeState {
  readonly secondsLeft: number
  readonly at: number
  /** Without a picture it stands. */
  readonly isRunning: boolean
}

export type Presence =
  | { readonly _tag: "Outside" }
  | {
      readonly _tag: "Joining"
      readonly mode: JoinMode
      readonly commandId: string
      /** How this document was in the room last; null: it was not. */
      readonly before: JoinMode | null
    }
  | {
      readonly _tag: "Inside"
      readonly mode: JoinMode
      readonly sessionId: string
      readonly nickname: string
      readonly creditsPerMinute: number
      /** A guest's; null for members. */
      readonly freeTime: FreeTimeState | null
    }
  | { readonly _tag: "Ended"; readonly mode: JoinMode | null; readonly why: EndReason }
  | {
      readonly _tag: "Refused"
      readonly mode: JoinMode
      readonly label: string
      /** Gateway milliseconds until which the same is refused; null where nobody says. */
      readonly until: number | null
    }

export type EndReason = KickReason | Exclude<LeaveReason, "kicked">

export type Vip =
  | { readonly _tag: "None" }
  | { readonly _tag: "Requested"; readonly at: number }
  | { readonly _tag: "Accepted"; readonly at: number }
  | { readonly _tag: "Declined"; readonly reason: string | null }
  | { readonly _tag: "Running" }
  | { readonly _tag: "Stopped" }
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Refused"; readonly label: string; readonly until: number | null }

/** What VIP holds from its acceptance until it is joined, and what became of it where it was not. */
export type VipHoldState =
  | {
      readonly _tag: "Held"
      readonly credits: number
      /** Gateway milliseconds by which VIP is joined. */
      readonly joinBy: number
    }
  | {
      readonly _tag: "Kept"
      readonly credits: number
      readonly reason: VipHoldEnd
      /** Gateway milliseconds until which VIP is refused; null where it is not. */
      readonly until: number | null
    }
  | { readonly _tag: "Returned"; readonly credits: number; readonly reason: VipHoldEnd }

export interface PaidTimeState {
  readonly sessionId: string
  readonly mode: "chat" | "vip"
  readonly creditsPerMinute: number
  /** What is paid so far, ahead included. */
  readonly credits: number
  /** What has been seen of it, as of `at`. */
  readonly seconds: number
  /** Gateway milliseconds of the last fact about it. */
  readonly at: number
  /** The service said that nothing is charged now. */
  readonly isHeld: boolean
  /** Whether the meter counts on between two facts: not while it is held, in a pause, or where the room is not heard. */
  readonly isRunning: boolean
}

export interface ReceiptState {
  readonly performerId: string
  readonly sessionId: string
  readonly mode: "chat" | "vip"
  readonly credits: number
  readonly seconds: number
  readonly reason: KickReason | "left" | "stopped"
  readonly movementIds: ReadonlyArray<string>
}

/** What was refused, or ended, for want of credits (CHAT-40 to CHAT-43). */
export type CreditsShortFor = "chat" | "stream" | "joining" | "tip" | "vip"

export type MediaState = "unknown" | "available" | "denied"

/** The last tip that this document asked for. */
export type TipOutcome =
  | { readonly _tag: "None" }
  | { readonly _tag: "Given"; readonly amount: number; readonly at: number }
  | { readonly _tag: "Refused"; readonly label: string; readonly at: number }
  | { readonly _tag: "Unknown"; readonly at: number }

export interface RoomState {
  readonly performerId: string
  readonly presence: Presence
  /** What the room is; null until it is told. */
  readonly mode: RoomMode | null
  readonly members: { readonly count: number; readonly nicknames: ReadonlyArray<string> }
  readonly rooms: Readonly<Record<RoomName, RoomLines>>
  /** At most 20, oldest first. */
  readonly outgoing: ReadonlyArray<OwnLine>
  readonly tabs: { readonly active: LiveTab; readonly previous: LiveTab }
  readonly vip: Vip
  /** Why what waits or runs of it could not be stopped; null where nothing was, and once it is over. */
  readonly vipStopRefusal: string | null
  /** Null where nothing is held, and once VIP runs or is asked for anew. */
  readonly vipHold: VipHoldState | null
  readonly paid: PaidTimeState | null
  /** Of the session that ended last, until it is closed or another begins. */
  readonly receipt: ReceiptState | null
  readonly tip: TipOutcome
  readonly nicknameRefusal: string | null
  /** Why the visitor has a drawn name here in the place of their own; absent where they chose the one they have. */
  readonly formerNameRefusal?: string
  /** The connection to the room is away. */
  readonly isInterrupted: boolean
  /**
   * Sound is off until the visitor turns it on: a browser starts no picture with sound by itself. Who turned
   * it on hears the next room as well.
   */
  readonly isMuted: boolean
  /** The stream shows in a corner, while one reads on below it. */
  readonly miniPlayer: boolean
  /** The session that was paid for last ended for want of credits; until another begins. */
  readonly creditsKicked: boolean
  /** Null where nothing was, and once the window that says so is closed. */
  readonly shortFor: CreditsShortFor | null
  /** The conversation is paid by a phone call: no credits, no tips, no VIP. */
  readonly dialIn: boolean
  readonly camBack: "off" | "on" | "stopAsked"
  readonly player: {
    readonly error: string | null
    readonly audio: MediaState
    readonly video: MediaState
    /** How often there was said to be a picture: who found none asks again at the next time. */
    readonly videoTold: number
  }
  readonly settings: {
    readonly messagePrice: number
    readonly hasToy: boolean
    /** Absent until it is told: 1. */
    readonly toySecondsPerLevel?: number
    /** Null until the room tells: as her profile says. */
    readonly chatLocale: string | null
  }
}
