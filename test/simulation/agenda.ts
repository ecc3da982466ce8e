/**
 * All pending events of a simulated world, in simulated time: fibre turns, timers, bytes in transit, disk answers.
 * A seed decides the order of events that are due at the same moment, so one seed is one interleaving.
 *
 * Entries of one lane keep their order, as the bytes of one connection do. When a process crashes, its entries are
 * discarded and no finaliser runs.
 */
import { createHash } from "node:crypto"
import type { SeededRandom } from "@foldcast/backend/seeded-random"

/** One run of a program, from its start to its crash. */
export interface Process {
  isRunning: boolean
}

interface Entry {
  readonly at: number
  readonly label: string
  readonly lane: string | null
  readonly process: Process | null
  readonly run: () => void
}

export interface Due {
  readonly label: string
  readonly afterMs: number
  readonly lane?: string
  /** Default: the entry belongs to the world, and no crash cancels it. */
  readonly process?: Process
}

const START = 1_700_000_000_000

export class Agenda {
  readonly random: SeededRandom
  /** Milliseconds. */
  now = START
  steps = 0
  readonly #entries: Array<Entry> = []
  readonly #lanes = new Map<string, number>()
  readonly #trace = createHash("sha256")

  constructor(random: SeededRandom) {
    this.random = random
  }

  /** Returns a function that cancels the entry. */
  add({ label, afterMs, lane, process }: Due, run: () => void): () => void {
    const soonest = lane === undefined ? 0 : (this.#lanes.get(lane) ?? 0)
    const at = Math.max(this.now + afterMs, soonest)
    if (lane !== undefined) this.#lanes.set(lane, at)
    const entry: Entry = { at, label, lane: lane ?? null, process: process ?? null, run }
    this.#entries.push(entry)
    return () => {
      const index = this.#entries.indexOf(entry)
      if (index >= 0) this.#entries.splice(index, 1)
    }
  }

  /** Adds a line to the hash by which two runs of one seed are compared. */
  note(text: string): void {
    this.#trace.update(`${this.now} ${text}\n`)
  }

  /** The hash of all notes so far. Call it once only. */
  hash(): string {
    return this.#trace.digest("hex")
  }

  next(): number | undefined {
    let soonest: number | undefined
    for (const { at } of this.#entries) {
      if (soonest === undefined || at < soonest) soonest = at
    }
    return soonest
  }

  /** Runs one of the entries that are due first. */
  step(): void {
    const at = this.next()
    if (at === undefined) return
    this.now = Math.max(this.now, at)
    const lanes = new Set<string>()
    const due: Array<number> = []
    for (const [index, entry] of this.#entries.entries()) {
      if (entry.at > this.now || (entry.lane !== null && lanes.has(entry.lane))) continue
      if (entry.lane !== null) lanes.add(entry.lane)
      due.push(index)
    }
    const index = due[this.random.whole(0, due.length - 1)] ?? 0
    const [entry] = this.#entries.splice(index, 1)
    if (entry === undefined || entry.process?.isRunning === false) return
    this.steps += 1
    this.note(entry.label)
    entry.run()
  }
}
