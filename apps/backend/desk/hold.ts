/**
 * One performer in the hands of one desk: what has happened since, and who waits to hear of more. Times are
 * arguments (monotonic milliseconds).
 */
import type { DeskEvent, DeskLine } from "@foldcast/contracts/upstream/performer-desk"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { withLine } from "./desk-events.ts"

/** Lines that are kept; older ones are forgotten. */
const MOST_LINES = 200

export class Hold {
  /** Another one each time that she is taken over; no secret, as the desk's word is. */
  readonly id: string
  readonly desk: string
  /** When the desk last asked or did something. */
  seenAt: number
  /** What she did before her pause. */
  beforePause: Exclude<UpstreamRoomMode, "paused" | "vip" | "offline"> = "free"
  /** Another one with everything that happens. */
  version: number
  #lines: ReadonlyArray<DeskLine> = []
  #number = 0
  readonly #waiting = new Set<() => void>()

  constructor(id: string, desk: string, version: number, now: number) {
    this.id = id
    this.desk = desk
    this.version = version
    this.seenAt = now
  }

  get lines(): ReadonlyArray<DeskLine> {
    return this.#lines
  }

  /** `at`: milliseconds since 1970. */
  add(event: DeskEvent, version: number, at: number): void {
    this.#number += 1
    this.#lines = withLine(this.#lines, { number: this.#number, at, event }).slice(-MOST_LINES)
    this.renew(version)
  }

  /** Something else than a line is another now. */
  renew(version: number): void {
    this.version = version
    this.wake()
  }

  wake(): void {
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }

  /** Answers how not to wait any more. */
  wait(resume: () => void): () => void {
    this.#waiting.add(resume)
    return () => this.#waiting.delete(resume)
  }
}
