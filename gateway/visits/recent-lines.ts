/**
 * The lines that members wrote lately, with who heard them: whoever shows one is told when its writer is erased
 * (ADR 0040). What is forgotten here stands on screens until their pages go. Holds references, no text. Pure but for
 * what it remembers.
 *
 * Invariant: bounded by lines and by hearers, the oldest are let go.
 */
import type { EventOf } from "@foldcast/contracts/stream/event"
import type { WriterId } from "../log/writer.ts"
import type { LiveVisit } from "./registry.ts"

export interface RecentLine {
  readonly writer: WriterId
  readonly marker: EventOf<"RoomLineErased">
  readonly visits: ReadonlyArray<LiveVisit>
}

export interface RecentLinesLimits {
  readonly lines: number
  /** Of all lines together. */
  readonly hearers: number
}

/** Some 8 MB at most, of which hearers take 4; a page shows the newest 200 lines of its room. */
const LIMITS: RecentLinesLimits = { lines: 10_000, hearers: 500_000 }

export class RecentLines {
  readonly #limits: RecentLinesLimits
  /** Oldest first. */
  readonly #lines = new Set<RecentLine>()
  #hearers = 0

  constructor(limits: RecentLinesLimits = LIMITS) {
    this.#limits = limits
  }

  note(line: RecentLine): void {
    this.#lines.add(line)
    this.#hearers += line.visits.length
    for (const oldest of this.#lines) {
      if (this.#lines.size <= this.#limits.lines && this.#hearers <= this.#limits.hearers) return
      this.#letGo(oldest)
    }
  }

  /** Theirs, oldest first; they are let go. */
  take(writer: WriterId): ReadonlyArray<RecentLine> {
    const theirs = [...this.#lines].filter((line) => line.writer === writer)
    for (const line of theirs) this.#letGo(line)
    return theirs
  }

  #letGo(line: RecentLine): void {
    this.#lines.delete(line)
    this.#hearers -= line.visits.length
  }
}
