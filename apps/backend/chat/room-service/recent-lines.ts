/**
 * The last lines of each room, as evidence for whoever reports it: what was said to everybody, whoever wrote it. In
 * memory alone.
 *
 * Invariants: what is said to the performer alone or to one viewer is not among them; a line is kept for a quarter of an
 * hour at most, and goes with its writer's account. Times are monotonic milliseconds and arguments.
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
  readonly memberId: string | null
}

const KEPT_LINES = 50
const KEPT_FOR_MS = 900_000

export class RecentLines {
  readonly #rooms = new Map<string, ReadonlyArray<KeptLine>>()

  /** A line that goes to each of several viewers is noted once. */
  note(
    host: RoomHost,
    { name, payload }: Extract<RoomEvent, { readonly _tag: "Tell" }>,
    now: number,
  ): void {
    if (name !== "message" || payload.recipient !== "room") return
    const { id, from, message: text, accounts } = payload
    const known = this.#rooms.get(host.id) ?? []
    if (known.some((line) => line.id === id)) return
    const memberId = accounts?.find(({ nickname }) => nickname === from)?.memberId ?? null
    const line: KeptLine = {
      id,
      at: now,
      from,
      isHost: payload.messageType === "host",
      text,
      memberId: memberId === null ? null : String(memberId),
    }
    this.#rooms.set(host.id, [...known, line].slice(-KEPT_LINES))
  }

  of(performerId: string, now: number): ReadonlyArray<RecentLine> {
    return (this.#rooms.get(performerId) ?? [])
      .filter(({ at }) => now - at <= KEPT_FOR_MS)
      .map(({ id, at, from, isHost, text }) => ({ id, agoMs: now - at, from, isHost, text }))
  }

  /** The member's account is deleted. */
  forget(memberId: string): void {
    this.#keep((line) => line.memberId !== memberId)
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
