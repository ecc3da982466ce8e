/**
 * What VIP holds from its acceptance until it is joined: the first interval, under the id that its session will
 * have. Types only.
 */
import type { UpstreamVipHoldEnd } from "@foldcast/contracts/upstream/chat-service"
import type { Session } from "./session.ts"

export interface VipHold {
  /** Of the paid session that joining begins. */
  readonly session: string
  readonly memberId: string
  readonly performerId: string
  readonly creditsPerMinute: number
  /** Credits. */
  readonly price: number
}

/** Why it ended without VIP. */
export interface HoldEnd {
  /** Who was told that it is held; null: nobody was. */
  readonly told: Session | null
  /** The viewer let it go: it is kept, and they wait before they ask again. */
  readonly isLost: boolean
  readonly reason: UpstreamVipHoldEnd
}

/**
 * What came of taking it. `heldElsewhere`: one is held for this member already. `unknown`: nobody knows, so that it
 * is given back in case it was taken.
 */
export type HoldOutcome = "held" | "tooFewCredits" | "heldElsewhere" | "unknown"

/** What was written down of its end. */
export interface HoldSettled {
  readonly movements: ReadonlyArray<string>
  /** Seconds for which this member is refused VIP; 0 where they are not. */
  readonly waitSeconds: number
}
