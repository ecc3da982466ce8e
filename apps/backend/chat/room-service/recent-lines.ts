/**
 * The last lines of each room, as evidence for whoever reports it: what the reporter has heard there, and others wrote.
 * In memory alone.
 *
 * Invariants: a line is given to nobody who has not heard it, so what is said in private or VIP is told of by those in it
 * alone; it is kept for a quarter of an hour at most, and goes with its writer's account. Times are monotonic
 * milliseconds and arguments.
 */
import type { RoomHost } from "../room-model/chat-room-state.ts"
import type { RoomEvent } from "../room-model/room-event.ts"

export interface RecentLine {
  readonly id: string
  /** How long ago it was said. */
  readonly agoMs: number
  readonly from: string
  readonly isHost: boolean
  readonly text: string
}

interface KeptLine extends Omit<RecentLine, "agoMs"> {
  readonly at: number
  /** The writer's account; null for guests and the performer. */
  readonly writer: string | null
  /** The members who heard it; null: everybody in the room. */
  readonly heardBy: ReadonlySet<string> | null
}

const KEPT_LINES = 50
const KEPT_FOR_MS = 900_000

type Told = Extract<RoomEvent, { readonly _tag: "Tell" }>

/** Whoever pays by phone has no account, and is told of by nobody. */
const heardBy = ({ to }: Told): KeptLine["heardBy"] =>
  typeof to === "string" ? null : new Set(to.memberId === null ? [] : [to.memberId])

export class RecentLines {
  readonly #rooms = new Map<string, ReadonlyArray<KeptLine>>()

  /** A line that is told to each of several viewers is one line. */
  note(host: RoomHost, told: Told, now: number): void {
    if (told.name !== "message") return
    const { id, from, message: text, messageType, accounts } = told.payload
    const lines = this.#rooms.get(host.id) ?? []
    const known = lines.find((line) => line.id === id)
    const hearing = heardBy(told)
    if (known !== undefined) {
      const all = new Set([...(known.heardBy ?? []), ...(hearing ?? [])])
      const more = { ...known, heardBy: known.heardBy === null || hearing === null ? null : all }
      this.#rooms.set(
        host.id,
        lines.map((line) => (line === known ? more : line)),
      )
      return
    }
    const isHost = messageType !== "member"
    const account = isHost ? undefined : accounts?.find(({ nickname }) => nickname === from)
    const writer = account === undefined ? null : String(account.memberId)
    const line: KeptLine = { id, at: now, from, isHost, text, writer, heardBy: hearing }
    this.#rooms.set(host.id, [...lines, line].slice(-KEPT_LINES))
  }

  /** What this member has heard there and others wrote; null: what everybody has, a guest too. The oldest first. */
  of(performerId: string, memberId: string | null, now: number): ReadonlyArray<RecentLine> {
    return (this.#rooms.get(performerId) ?? [])
      .filter(
        ({ at, writer, heardBy: by }) =>
          now - at <= KEPT_FOR_MS &&
          (memberId === null
            ? by === null
            : writer !== memberId && (by === null || by.has(memberId))),
      )
      .map(({ id, at, from, isHost, text }) => ({ id, agoMs: now - at, from, isHost, text }))
  }

  /** The member's account is deleted. */
  forget(memberId: string): void {
    this.#keep(({ writer }) => writer !== memberId)
  }

  sweep(now: number): void {
    this.#keep(({ at }) => now - at <= KEPT_FOR_MS)
  }

  #keep(stays: (line: KeptLine) => boolean): void {
    for (const [performerId, lines] of this.#rooms) {
      const left = lines.filter(stays)
      if (left.length === 0) this.#rooms.delete(performerId)
      else if (left.length < lines.length) this.#rooms.set(performerId, left)
    }
  }
}
