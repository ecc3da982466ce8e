/**
 * A room with an in-memory ledger, for tests. Payments and receipts run when the test says so, in their order,
 * and every event is recorded. Time stands still until a test advances it.
 */
import { intervalPrice, totalOf } from "./paid-time.ts"
import { ChatRoom } from "./chat-room.ts"
import type { RoomRules } from "./chat-room-state.ts"
import type { HostEvent, RoomEvent } from "./room-event.ts"
import type { ChatSession } from "./chat-session.ts"
import { ViewerLimitsRegistry } from "./viewer-limits.ts"
import type { HoldEnd, VipHold } from "./vip-hold.ts"

const CHAT = { creditsPerMinute: 60, intervalMs: 10_000, vouchMs: 7_500 }

export const RULES: RoomRules = {
  tariffs: { chat: CHAT, vip: { ...CHAT, creditsPerMinute: 240 } },
  silentAfterMs: 15_000,
  requestMs: 60_000,
  acceptedMs: 15_000,
  pictureKnownMs: 5_000,
  longPauseMs: 60_000,
  toySecondsPerLevel: 1,
  messagePrice: 60,
  isMuted: (text) => text.includes("muted"),
  brands: ["Foldcast"],
}

type Told = Extract<RoomEvent, { readonly _tag: "Tell" }>

export interface TestReceipt {
  readonly session: string
  readonly memberId: string
  readonly paid: number
  readonly credits: number
  readonly seconds: number
}

export class LedgerRoom {
  readonly room: ChatRoom
  readonly balances = new Map<string, number>()
  readonly receipts: Array<TestReceipt> = []
  readonly told: Array<Told> = []
  readonly heard: Array<HostEvent> = []
  /** Sessions that have left the room. */
  readonly gone = new Set<string>()
  readonly paid = new Map<string, number>()
  /** Sessions whose picture was cut, one entry for each cut. */
  readonly cut: Array<string> = []
  /** Guests' free time in milliseconds, to be stored. */
  freeUsed = 0
  /** How each hold that was not joined ended. */
  readonly holds: Array<{
    readonly memberId: string
    readonly isLost: boolean
    readonly reason: string
  }> = []
  /** Payments, holds and receipts that have not run yet. */
  readonly waiting: Array<
    Extract<RoomEvent, { readonly _tag: "Pay" | "Settle" | "Hold" | "EndHold" }>
  > = []
  readonly limits = new ViewerLimitsRegistry()
  holdsTaken = 0
  /** Credits kept from VIP that was not joined. */
  kept = 0
  now = 1_000_000
  #number = 0

  constructor(
    mode: "free" | "chat" = "free",
    { rules = RULES, hasVideo = null }: { rules?: RoomRules; hasVideo?: boolean | null } = {},
  ) {
    this.room = new ChatRoom(
      { id: "p1", name: "Host", hasToy: true },
      mode,
      rules,
      this.now,
      hasVideo,
    )
  }

  enter(
    mode: ChatSession["mode"],
    memberId: string | null,
    browser: string,
    freeMs = 60_000,
    given: string | null = null,
    call: string | null = null,
  ): ChatSession {
    this.#number += 1
    const id = given ?? `cs${this.#number}`
    const viewer = { memberId, browser, address: "192.0.2.1", lang: "nl" } as const
    const session = this.room.enter({
      ...viewer,
      ...this.limits.person(viewer, this.now),
      id,
      auth: `auth-${id}`,
      mode,
      nickname: memberId ?? `anon${browser}`,
      connection: mode === "free" ? "lobby" : null,
      call,
      connectBy: this.now + (mode === "vip" ? 10_000 : 60_000),
      freeMs: memberId === null && call === null ? freeMs : null,
    })
    this.take()
    return session
  }

  take(): void {
    for (const event of this.room.take()) {
      if (event._tag === "Tell") this.told.push(event)
      if (event._tag === "Host") this.heard.push(event.event)
      if (event._tag === "Cut") this.cut.push(event.session.id)
      if (event._tag === "Gone") this.gone.add(event.session.id)
      if (event._tag === "FreeTimeUsed") this.freeUsed += event.ms
      if (
        event._tag === "Pay" ||
        event._tag === "Settle" ||
        event._tag === "Hold" ||
        event._tag === "EndHold"
      )
        this.waiting.push(event)
    }
  }

  /** The performer accepts a waiting request; its hold has not run yet. */
  accept(session: ChatSession): void {
    this.#number += 1
    this.room.acceptVip(session, `cs${this.#number}`)
    this.take()
  }

  /** A request for VIP and its acceptance, with the hold at once. */
  accepts(session: ChatSession): void {
    const { memberId } = session
    if (memberId !== null && !this.balances.has(memberId)) this.balances.set(memberId, 300)
    this.room.requestVip(session, this.now)
    this.accept(session)
    this.carryOut()
  }

  /** The call to join VIP, as room-service/paid-entry.ts makes it; the session then waits for its connection. */
  joinsVip(memberId: string, browser: string): ChatSession {
    const hold = this.room.joinVip(memberId, this.now)
    if (hold === null) throw new Error("it is not accepted")
    return this.enter("vip", memberId, browser, 0, hold.session)
  }

  #hold(hold: VipHold): void {
    const { memberId, price, session, creditsPerMinute } = hold
    const balance = this.balances.get(memberId) ?? 0
    const isHeld = balance >= creditsPerMinute
    if (isHeld) {
      this.holdsTaken += 1
      this.balances.set(memberId, balance - price)
      this.paid.set(session, price)
    }
    this.room.holdTaken(hold, isHeld ? "held" : "tooFewCredits", this.now)
    this.take()
  }

  /** A hold that was never charged returns nothing. */
  #endHold(hold: VipHold, end: HoldEnd): void {
    const { memberId, session, price } = hold
    const isHeld = this.paid.has(session)
    if (isHeld) this.holds.push({ memberId, isLost: end.isLost, reason: end.reason })
    if (isHeld && !end.isLost) {
      this.balances.set(memberId, (this.balances.get(memberId) ?? 0) + price)
    }
    this.kept += isHeld && end.isLost ? price : 0
    this.paid.delete(session)
    const movements = isHeld ? ["tr"] : []
    this.room.tellHoldEnd(hold, end, { movements, waitSeconds: end.isLost ? 60 : 0 })
    this.take()
  }

  /** Runs the oldest pending payment or receipt. */
  carryOutOne(): void {
    const event = this.waiting.shift()
    if (event === undefined) return
    if (event._tag === "Hold") return this.#hold(event.hold)
    if (event._tag === "EndHold") return this.#endHold(event.hold, event.end)
    const { session } = event
    const memberId = session.memberId ?? ""
    const balance = this.balances.get(memberId) ?? 0
    if (event._tag === "Settle") {
      const total = session.paid === null ? { credits: 0, seconds: 0 } : totalOf(session.paid)
      const paid = this.paid.get(session.id) ?? 0
      this.balances.set(memberId, balance + paid - total.credits)
      const { credits, seconds } = total
      this.receipts.push({ session: session.id, memberId, paid, credits, seconds })
      this.room.settled(session, { credits, seconds, movements: [] }, this.now)
    } else if (session.paid === null || session.ending !== null) {
      this.room.paid(session, null, this.now)
    } else {
      const price = intervalPrice(session.paid.tariff)
      const isPayable = balance >= price
      if (isPayable) {
        this.balances.set(memberId, balance - price)
        this.paid.set(session.id, (this.paid.get(session.id) ?? 0) + price)
      }
      this.room.paid(session, isPayable ? "paid" : "tooFewCredits", this.now)
      if (isPayable) this.room.charged(session, this.now)
    }
    this.take()
  }

  carryOut(): void {
    while (this.waiting.length > 0) this.carryOutOne()
  }

  /** Advances time while the viewer is present: answers at that interval, and pays what is due. */
  stays(session: ChatSession, seconds: number, every: number): void {
    for (let second = 0; second < seconds; second += every) {
      this.forward(every * 1_000)
      this.room.answered(session, this.now)
      this.take()
      this.carryOut()
    }
  }

  forward(ms: number): void {
    for (let left = ms; left > 0; left -= 250) {
      const step = Math.min(250, left)
      this.now += step
      this.room.tick(this.now, step)
      this.take()
    }
  }

  #customOf({ id }: ChatSession, wanted: string): ReadonlyArray<unknown> {
    return this.told.flatMap(({ to, name, payload }) =>
      typeof to !== "string" && to.id === id && name === "custom" && payload.name === wanted
        ? [payload.data]
        : [],
    )
  }

  /** The totals that a paid session received. */
  chargedOf(session: ChatSession): ReadonlyArray<unknown> {
    return this.#customOf(session, "paid-time-charged")
  }

  /** The VIP holds that a member received. */
  holdsOf(session: ChatSession): ReadonlyArray<unknown> {
    return this.#customOf(session, "vip-held")
  }

  /** The ends of VIP holds that a member received. */
  endedHoldsOf(session: ChatSession): ReadonlyArray<unknown> {
    return this.#customOf(session, "vip-hold-ended")
  }

  /** The free time that a guest received. */
  freeTimeOf(session: ChatSession): ReadonlyArray<unknown> {
    return this.#customOf(session, "free-time")
  }

  /** The names of the events sent to one session, without those sent to all. */
  toldTo({ id }: ChatSession): ReadonlyArray<string> {
    return this.told.flatMap(({ to, name }) =>
      typeof to !== "string" && to.id === id ? [name] : [],
    )
  }
}

/** A member whose paid session has begun and is connected. */
export const paying = (mode: "chat" | "vip" = "chat", balance = 300) => {
  const world = new LedgerRoom("chat")
  world.balances.set("sanne", balance)
  if (mode === "vip") world.accepts(world.enter("free", "sanne", "b1"))
  const session = mode === "vip" ? world.joinsVip("sanne", "b1") : world.enter(mode, "sanne", "b1")
  world.room.connected(session, "own", world.now)
  world.take()
  world.carryOut()
  return { world, session }
}
