/**
 * A VIP hold: the first interval's credits, held from the acceptance until VIP is joined, under the id that its
 * session will have. Types only.
 */
import type { UpstreamVipHoldEnd } from "@foldcast/contracts/upstream/chat-service"
import type { ChatSession } from "./chat-session.ts"

export interface VipHold {
  /** The id of the session that joining will begin. */
  readonly session: string
  readonly memberId: string
  readonly performerId: string
  readonly creditsPerMinute: number
  /** Credits. */
  readonly price: number
}

/** How a hold ended without VIP. */
export interface HoldEnd {
  /** The session that was told of the hold; null: none was. */
  readonly told: ChatSession | null
  /** The viewer let it go: the house keeps the credits, and the viewer waits before the next request. */
  readonly isLost: boolean
  readonly reason: UpstreamVipHoldEnd
}

/**
 * The result of taking the hold. `heldElsewhere`: this member has another hold. `paused`: this member has paused
 * spending. `unknown`: it may have been taken, so it is returned.
 */
export type HoldOutcome = "held" | "tooFewCredits" | "heldElsewhere" | "paused" | "unknown"

/** What the ledger wrote of the end. */
export interface HoldReceipt {
  readonly movements: ReadonlyArray<string>
  /** Seconds until this member may request VIP again; 0: at once. */
  readonly waitSeconds: number
}
