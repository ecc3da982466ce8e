/**
 * A document's knowledge of its room. Types only, so the site's first script can name them without shipping
 * code.
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

/** The conversation of a room that keeps a line (CHAT-28). */
export type ConversationName = "public" | "private" | "vip"

export interface SaidLine {
  readonly _tag: "Said"
  readonly id: string
  /** Gateway milliseconds. */
  readonly at: number
  readonly from: string
  readonly message: string
  readonly messageType: MessageType
  readonly recipient: string
  /** Whether this document's visitor wrote it. */
  readonly isOwn: boolean
}

/** An action in the room; the stream box has the words for it. */
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
  /** Replaces a line of a member whose account is deleted. */
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
      /** A reason or a name; null when there is none. */
      readonly detail: string | null
    }

export type RoomLine = SaidLine | SystemLine

export interface RoomLines {
  /** Oldest first, at most 200. */
  readonly lines: ReadonlyArray<RoomLine>
  /** How many lines arrived since the visitor last looked. */
  readonly unseen: number
}

/** A line written in this document and not confirmed yet. */
export interface OwnLine {
  readonly commandId: CommandId
  readonly at: number
  readonly message: string
  readonly messageType: "room" | "host"
  /** Null while it is under way; else why sending failed. */
  readonly failure: string | null
}

/** A guest's remaining free time, counted from `at` in gateway milliseconds. */
export interface FreeTimeState {
  readonly secondsLeft: number
  readonly at: number
  /** The clock stops while there is no picture. */
  readonly isRunning: boolean
}

export type Presence =
  | { readonly _tag: "Outside" }
  | {
      readonly _tag: "Joining"
      readonly mode: JoinMode
      readonly commandId: string
      /** This document's last mode in the room; null if it was never in it. */
      readonly before: JoinMode | null
    }
  | {
      readonly _tag: "Inside"
      readonly mode: JoinMode
      readonly sessionId: string
      readonly nickname: string
      readonly creditsPerMinute: number
      /** Guests only; null for members. */
      readonly freeTime: FreeTimeState | null
    }
  | { readonly _tag: "Ended"; readonly mode: JoinMode | null; readonly why: EndReason }
  | {
      readonly _tag: "Refused"
      readonly mode: JoinMode
      readonly label: string
      /** Gateway milliseconds until which the service refuses the same request; null when unknown. */
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

/** The credits that VIP holds between acceptance and joining, and what happened to them if it was not joined. */
export type VipHoldState =
  | {
      readonly _tag: "Held"
      readonly credits: number
      /** Gateway milliseconds by which VIP must be joined. */
      readonly joinBy: number
    }
  | {
      readonly _tag: "Kept"
      readonly credits: number
      readonly reason: VipHoldEnd
      /** Gateway milliseconds until which VIP is refused; null when it is not. */
      readonly until: number | null
    }
  | { readonly _tag: "Returned"; readonly credits: number; readonly reason: VipHoldEnd }

export interface PaidTimeState {
  readonly sessionId: string
  readonly mode: "chat" | "vip"
  readonly creditsPerMinute: number
  /** Credits paid so far, including prepaid time. */
  readonly credits: number
  /** Seconds used, as of `at`. */
  readonly seconds: number
  /** Gateway milliseconds of the last fact about the session. */
  readonly at: number
  /** The service reported that it charges nothing now. */
  readonly isHeld: boolean
  /**
   * Whether the meter counts between two facts: not while it is held, in a pause, or while the room's
   * connection is interrupted.
   */
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

/** What was refused, or ended, because of too few credits (CHAT-40 to CHAT-43). */
export type CreditsShortFor = "chat" | "stream" | "joining" | "tip" | "vip"

export type MediaState = "unknown" | "available" | "denied"

/** The last tip that this document requested. */
export type TipOutcome =
  | { readonly _tag: "None" }
  | { readonly _tag: "Given"; readonly amount: number; readonly at: number }
  | { readonly _tag: "Refused"; readonly label: string; readonly at: number }
  | { readonly _tag: "Unknown"; readonly at: number }

export interface RoomState {
  readonly performerId: string
  readonly presence: Presence
  /** Null until the first fact of the room's mode. */
  readonly mode: RoomMode | null
  readonly members: { readonly count: number; readonly nicknames: ReadonlyArray<string> }
  /** Its conversations. The name is part of the hash of the state that captures hold. */
  readonly rooms: Readonly<Record<ConversationName, RoomLines>>
  /** At most 20, oldest first. */
  readonly outgoing: ReadonlyArray<OwnLine>
  readonly tabs: { readonly active: LiveTab; readonly previous: LiveTab }
  readonly vip: Vip
  /** Why a waiting or running VIP could not be stopped; null without a refusal, and once VIP is over. */
  readonly vipStopRefusal: string | null
  /** Null when nothing is held, and once VIP runs or is requested again. */
  readonly vipHold: VipHoldState | null
  readonly paid: PaidTimeState | null
  /** The last session's receipt, until it is closed or another session begins. */
  readonly receipt: ReceiptState | null
  readonly tip: TipOutcome
  readonly nicknameRefusal: string | null
  /** Why the visitor has a drawn name instead of the former one; absent when the visitor chose the present name. */
  readonly formerNameRefusal?: string
  /** Whether the connection to the room is interrupted. */
  readonly isInterrupted: boolean
  /**
   * Sound is off until the visitor turns it on, because browsers block autoplay with sound. The setting carries
   * over to the next room.
   */
  readonly isMuted: boolean
  /** Whether the stream shows in a corner while the visitor reads on below it. */
  readonly miniPlayer: boolean
  /** The last paid session ended because of too few credits; stays until another session begins. */
  readonly creditsKicked: boolean
  /** Null without a shortage, and once its window is closed. */
  readonly shortFor: CreditsShortFor | null
  /** A phone call pays for the conversation: no credits, no tips, no VIP. */
  readonly dialIn: boolean
  readonly camBack: "off" | "on" | "stopAsked"
  readonly player: {
    readonly error: string | null
    readonly audio: MediaState
    readonly video: MediaState
    /** How many times a picture was announced; a document without a picture retries when it changes. */
    readonly videoTold: number
  }
  readonly settings: {
    readonly messagePrice: number
    readonly hasToy: boolean
    /** Absent until a fact sets it; until then 1 applies. */
    readonly toySecondsPerLevel?: number
    /** Null until a fact sets it; until then the profile's value applies. */
    readonly chatLocale: string | null
  }
}
