/**
 * Recent lines by members, with the visits that received them. When a writer is erased, those visits receive the
 * markers (ADR 0040). A line that is forgotten here stays on screens until their pages close. Holds references and
 * no text; has no I/O.
 *
 * Invariant: bounded in lines and in receivers; the oldest lines are dropped first.
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
  /** Receivers of all lines together. */
  readonly receivers: number
}

/** At most about 8 MB, of which receivers take 4; a page shows the newest 200 lines of its room. */
const LIMITS: RecentLinesLimits = { lines: 10_000, receivers: 500_000 }

export class RecentLines {
  readonly #limits: RecentLinesLimits
  /** Oldest first. */
  readonly #lines = new Set<RecentLine>()
  #receivers = 0

  constructor(limits: RecentLinesLimits = LIMITS) {
    this.#limits = limits
  }

  note(line: RecentLine): void {
    this.#lines.add(line)
    this.#receivers += line.visits.length
    for (const oldest of this.#lines) {
      if (this.#lines.size <= this.#limits.lines && this.#receivers <= this.#limits.receivers)
        return
      this.#letGo(oldest)
    }
  }

  /** The writer's lines, oldest first; removes them. */
  take(writer: WriterId): ReadonlyArray<RecentLine> {
    const theirs = [...this.#lines].filter((line) => line.writer === writer)
    for (const line of theirs) this.#letGo(line)
    return theirs
  }

  #letGo(line: RecentLine): void {
    this.#lines.delete(line)
    this.#receivers -= line.visits.length
  }
}
