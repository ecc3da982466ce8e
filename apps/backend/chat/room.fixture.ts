/**
 * A room with a ledger of its own in memory, for tests: payments and receipts are carried out when the test says
 * so, in the order they came out, and everything that is told is kept. Time stands until it is put forward.
 */
import { intervalPrice, totalOf } from "./paid-time.ts"
import { Room } from "./room.ts"
import type { RoomRules } from "./room/room-state.ts"
import type { HostEvent, RoomEvent } from "./room-event.ts"
import type { Session } from "./session.ts"
import { LimitsOfViewers } from "./viewer-limits.ts"

const CHAT = { creditsPerMinute: 60, intervalMs: 10_000, vouchMs: 7_500 }

export const RULES: RoomRules = {
  tariffs: { chat: CHAT, vip: { ...CHAT, creditsPerMinute: 240 } },
  silentAfterMs: 15_000,
  requestMs: 60_000,
  acceptedMs: 20_000,
  longPauseMs: 60_000,
  toySecondsPerLevel: 1,
  messagePrice: 60,
  isMuted: (text) => text.includes("muted"),
  brands: ["Foldcast"],
}

type Told = Extract<RoomEvent, { readonly _tag: "Tell" }>

export interface Receipt {
  readonly session: string
  readonly memberId: string
  readonly paid: number
  readonly credits: number
  readonly seconds: number
}

export class LedgerRoom {
  readonly room: Room
  readonly balances = new Map<string, number>()
  readonly receipts: Array<Receipt> = []
  readonly told: Array<Told> = []
  readonly heard: Array<HostEvent> = []
  /** Sessions that are in the room no more. */
  readonly gone = new Set<string>()
  readonly paid = new Map<string, number>()
  /** Sessions whose picture was cut, each time. */
  readonly cut: Array<string> = []
  /** Milliseconds of guests, to be noted. */
  freeUsed = 0
  /** Payments and receipts under way. */
  readonly waiting: Array<Extract<RoomEvent, { readonly _tag: "Pay" | "Settle" }>> = []
  readonly limits = new LimitsOfViewers()
  now = 1_000_000
  #number = 0

  constructor(
    mode: "free" | "chat" = "free",
    { rules = RULES, hasVideo = null }: { rules?: RoomRules; hasVideo?: boolean | null } = {},
  ) {
    this.room = new Room({ id: "p1", name: "Host", hasToy: true }, mode, rules, this.now, hasVideo)
  }

  enter(mode: Session["mode"], memberId: string | null, browser: string, freeMs = 60_000): Session {
    this.#number += 1
    const id = `cs${this.#number}`
    const viewer = { memberId, browser, address: "192.0.2.1", lang: "nl" } as const
    const session = this.room.enter({
      ...viewer,
      ...this.limits.person(viewer, this.now),
      id,
      auth: `auth-${id}`,
      mode,
      nickname: memberId ?? `anon${browser}`,
      connection: mode === "free" ? "lobby" : null,
      connectBy: this.now + 60_000,
      freeMs: memberId === null ? freeMs : null,
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
      if (event._tag === "Pay" || event._tag === "Settle") this.waiting.push(event)
    }
  }

  /** The oldest payment or receipt under way is carried out. */
  carryOutOne(): void {
    const event = this.waiting.shift()
    if (event === undefined) return
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

  /** Time in which the viewer is there: answers every so many seconds, and pays what falls due. */
  stays(session: Session, seconds: number, every: number): void {
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

  #customOf({ id }: Session, wanted: string): ReadonlyArray<unknown> {
    return this.told.flatMap(({ to, name, payload }) =>
      typeof to !== "string" && to.id === id && name === "custom" && payload.name === wanted
        ? [payload.data]
        : [],
    )
  }

  /** What a paid session was told of its totals. */
  chargedOf(session: Session): ReadonlyArray<unknown> {
    return this.#customOf(session, "paid-time-charged")
  }

  /** What a guest was told of their free time. */
  freeTimeOf(session: Session): ReadonlyArray<unknown> {
    return this.#customOf(session, "free-time")
  }

  /** What one session was told by name, those that were for all left out. */
  toldTo({ id }: Session): ReadonlyArray<string> {
    return this.told.flatMap(({ to, name }) =>
      typeof to !== "string" && to.id === id ? [name] : [],
    )
  }
}
