/**
 * Which desk acts for which performer, and what each of them has to read. Pure state; times are arguments.
 *
 * Invariants: a performer is held by one desk at a time; a desk reads lines of its own hold only, which are kept in
 * memory and go with it; every change gives the hold another version.
 */
import type { DeskEvent, DeskHold } from "@foldcast/contracts/upstream/performer-desk"
import type { HostEvent } from "../chat/room-model/room-event.ts"
import { deskEventOf } from "./desk-events.ts"
import { PerformerHold } from "./performer-hold.ts"

export class PerformerHolds {
  readonly #holds = new Map<string, PerformerHold>()
  #version = 0

  of(performerId: string): PerformerHold | undefined {
    return this.#holds.get(performerId)
  }

  performers(): ReadonlyArray<string> {
    return [...this.#holds.keys()]
  }

  statusFor(desk: string, performerId: string): DeskHold {
    const hold = this.#holds.get(performerId)
    if (hold === undefined) return "nobody"
    return hold.desk === desk ? "yours" : "others"
  }

  /** `now`: monotonic milliseconds. */
  begin(performerId: string, id: string, desk: string, now: number): void {
    this.#version += 1
    this.#holds.set(performerId, new PerformerHold(id, desk, this.#version, now))
  }

  /** Answers the hold that has ended; undefined where there was none. */
  end(performerId: string): PerformerHold | undefined {
    const hold = this.#holds.get(performerId)
    this.#holds.delete(performerId)
    return hold
  }

  /** Performers whose desk has not asked or done anything for so long. */
  away(now: number, awayMs: number): ReadonlyArray<string> {
    return this.performers().filter((performerId) => {
      const hold = this.#holds.get(performerId)
      return hold !== undefined && now - hold.seenAt > awayMs
    })
  }

  /** `at`: milliseconds since 1970. */
  add(performerId: string, event: DeskEvent, at: number): void {
    this.#version += 1
    this.#holds.get(performerId)?.add(event, this.#version, at)
  }

  /** Something else than a line has changed. */
  renew(performerId: string): void {
    this.#version += 1
    this.#holds.get(performerId)?.renew(this.#version)
  }

  hear(performerId: string, event: HostEvent, at: number): void {
    const hold = this.#holds.get(performerId)
    if (hold === undefined) return
    if (event._tag === "ModeChanged" && (event.mode === "free" || event.mode === "chat")) {
      hold.beforePause = event.mode
    }
    this.add(performerId, deskEventOf(event), at)
  }
}
