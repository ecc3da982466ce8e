/**
 * The costs of an evening, compared with the ledger: what members were told is what moved their credits, each tip once,
 * each session what its receipt says, and nothing of what callers did.
 */
import { expect } from "vitest"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import type { UpstreamMovement } from "@foldcast/contracts/upstream/member-api"
import type { EveningSeats } from "./evening-seats.ts"
import type { Guest, SentTip } from "./evening-guest.ts"
import type { QuickRooms } from "./quick-rooms.ts"

interface Spender {
  readonly token: string
  readonly balance: number
  readonly last: string | null
}

/** What the evening was for one member. */
export interface MemberEvening {
  readonly email: string
  /** The events of all their tabs. */
  readonly told: ReadonlyArray<OpenEnvelope>
  /** Of everybody, by the id of the command. */
  readonly tips: ReadonlyMap<string, SentTip>
}

type BySession = ReadonlyMap<string, ReadonlyArray<UpstreamMovement>>

/** Most movements that a receipt names. */
const MOVEMENTS_NAMED = 50

const isOver = ({ session }: UpstreamMovement) => session === undefined || session.seconds !== null

const areTipsOnce = (
  { email, told, tips: sent }: MemberEvening,
  moved: ReadonlyArray<UpstreamMovement>,
): void => {
  const outcome = new Map<string, string>()
  for (const { cause, event } of told) {
    if (cause !== undefined && sent.has(cause) && event._tag.includes("Tip")) {
      outcome.set(cause, event._tag)
    }
  }
  const given = [...sent].flatMap(([id, { guest, command }]) => {
    const tag = outcome.get(id)
    const amount = "amount" in command ? command.amount : 0
    const isGiven = tag === "TipReceived" || tag === "ToyTipReceived"
    return guest.email === email && isGiven ? [-amount] : []
  })
  const unknown = [...outcome.values()].filter((tag) => tag === "TipUnknown").length
  const tips = moved.flatMap(({ reason, amount }) => (reason.endsWith("tip") ? [amount] : []))
  if (unknown === 0) {
    expect(tips.toSorted((a, b) => a - b)).toEqual(given.toSorted((a, b) => a - b))
  } else expect(tips.length).toBeLessThanOrEqual(given.length + unknown)
}

/** A hold that an event reported as kept is kept, and one reported as returned is returned. */
const areHolds = ({ told }: MemberEvening, bySession: BySession): void => {
  const ends = new Map(
    told.flatMap(({ event }) =>
      event._tag === "VipHoldEnded"
        ? [[String((event["movementIds"] as ReadonlyArray<string>)[0]), event] as const]
        : [],
    ),
  )
  for (const [, movements] of bySession) {
    const first = movements.at(-1)
    if (first?.reason !== "vip-hold" || first.session?.hold === undefined) continue
    const end = ends.get(first.id)
    if (end === undefined) continue
    expect(end["isReturned"]).toBe(first.session.hold === "returned")
    expect(end["movementIds"]).toEqual(movements.map(({ id }) => id).toReversed())
  }
}

const areReceipts = ({ told }: MemberEvening, bySession: BySession): void => {
  for (const { event } of told) {
    if (event._tag !== "PaidTimeEnded") continue
    const movements = bySession.get(String(event["sessionId"])) ?? []
    const session = movements[0]?.session
    const { credits = 0, seconds = 0 } = session ?? {}
    expect(event).toMatchObject({ credits, seconds })
    // For a long session only the newest movements are named.
    const ids = movements.map(({ id }) => id).toReversed()
    expect(event["movementIds"]).toEqual(ids.slice(-MOVEMENTS_NAMED))
  }
}

export class EveningBooks {
  readonly #world: QuickRooms
  readonly #spenders: ReadonlyMap<string, Spender>

  private constructor(world: QuickRooms, spenders: ReadonlyMap<string, Spender>) {
    this.#world = world
    this.#spenders = spenders
  }

  static async open(world: QuickRooms, guests: ReadonlyArray<Guest>): Promise<EveningBooks> {
    const spenders = new Map<string, Spender>()
    for (const { email, credits } of guests) {
      if (email === null || spenders.has(email)) continue
      const { token } = await world.rooms.enter("a logged-in member", { email, credits })
      // Sessions left open by a failed evening end by themselves.
      await expect.poll(async () => (await world.movements(token, null)).every(isOver)).toBe(true)
      const [last] = await world.movements(token, null)
      const balance = Number(await world.rooms.credits(token))
      spenders.set(email, { token, balance, last: last?.id ?? null })
    }
    return new EveningBooks(world, spenders)
  }

  get members(): ReadonlyArray<string> {
    return [...this.#spenders.keys()]
  }

  async account(evening: MemberEvening, seats: EveningSeats): Promise<void> {
    const spender = this.#spenders.get(evening.email)
    if (spender === undefined) throw new Error(`${evening.email} was not here`)
    const { token, balance, last } = spender
    let moved = await this.#world.movements(token, last)
    await expect
      .poll(async () => {
        moved = await this.#world.movements(token, last)
        return moved.every(isOver)
      })
      .toBe(true)
    const sum = moved.reduce((total, { amount }) => total + amount, 0)
    expect(Number(await this.#world.rooms.credits(token))).toBe(balance + sum)
    for (const movement of moved) expect(movement.balance).toBeGreaterThanOrEqual(0)
    areTipsOnce(evening, moved)
    const bySession = Map.groupBy(moved, ({ session }) => session?.id ?? "")
    bySession.delete("")
    for (const id of bySession.keys()) expect(this.#world.callerSessions).not.toContain(id)
    for (const [id, movements] of bySession) seats.paidIsSeen(id, movements)
    areReceipts(evening, bySession)
    areHolds(evening, bySession)
  }
}
