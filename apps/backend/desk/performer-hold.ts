/**
 * One performer held by one desk: the lines since, and who waits for more. Times are arguments (monotonic
 * milliseconds).
 */
import type { DeskEvent, DeskLine } from "@foldcast/contracts/upstream/performer-desk"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { withDeskLine } from "./desk-events.ts"

/** The newest lines are kept. */
const MAX_LINES = 200

export class PerformerHold {
  /** New with each take-over. It is no secret, unlike the desk's id. */
  readonly id: string
  readonly desk: string
  /** When the desk last asked or did something. */
  seenAt: number
  /** Her mode before the pause. */
  beforePause: Exclude<UpstreamRoomMode, "paused" | "vip" | "offline"> = "free"
  /** Grows with every change. */
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
    this.#lines = withDeskLine(this.#lines, { number: this.#number, at, event }).slice(-MAX_LINES)
    this.renew(version)
  }

  /** Something other than a line has changed. */
  renew(version: number): void {
    this.version = version
    this.wake()
  }

  wake(): void {
    for (const resume of this.#waiting) resume()
    this.#waiting.clear()
  }

  /** Answers a function that stops waiting. */
  wait(resume: () => void): () => void {
    this.#waiting.add(resume)
    return () => this.#waiting.delete(resume)
  }
}
