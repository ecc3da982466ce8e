/**
 * Checkpoints of a capture file: places with their states, from which later states are folded. They are taken every
 * so many bytes while the file is read once. Whenever they are too many or too large, the distance doubles and every
 * other one is dropped, so they are bounded however long the file is.
 */
import type { SiteState } from "@foldcast/folds/site-state"
import type { CapturePosition } from "./capture-file.ts"

export interface Checkpoint {
  readonly place: CapturePosition
  /** How many captures of the file had begun. */
  readonly part: number
  /** What the last of them had been folded to. */
  readonly state: SiteState
}

export interface CheckpointLimits {
  /** Bytes of the file between two at first. */
  readonly every: number
  readonly most: number
  /** Characters that all their states may have as JSON; one alone may have more. */
  readonly mostCharacters: number
}

/** A file of 400 MB has one every 512 KB: some 1,300 events. */
export const CHECKPOINT_LIMITS: CheckpointLimits = {
  every: 65_536,
  most: 1_024,
  mostCharacters: 8_388_608,
}

interface Weighed extends Checkpoint {
  /** Of its state as JSON. */
  readonly characters: number
}

export class Checkpoints {
  readonly #limits: CheckpointLimits
  #every: number
  #kept: Array<Weighed> = []
  #characters = 0

  constructor(limits: CheckpointLimits = CHECKPOINT_LIMITS) {
    this.#limits = limits
    this.#every = limits.every
  }

  get size(): number {
    return this.#kept.length
  }

  /** Whether one is due at this offset. */
  isDue(offset: number): boolean {
    return offset >= (this.#kept.at(-1)?.place.offset ?? 0) + this.#every
  }

  add(checkpoint: Checkpoint): void {
    const characters = JSON.stringify(checkpoint.state).length
    this.#kept.push({ ...checkpoint, characters })
    this.#characters += characters
    const { most, mostCharacters } = this.#limits
    while (this.#kept.length > 1 && (this.#kept.length > most || this.#characters > mostCharacters))
      this.#thin()
  }

  /** The nearest from which the event at a position of a part is still to come; position 0 is the header. */
  before(part: number, seq: number): Checkpoint | null {
    const found = this.#kept.findLast(
      (each) => each.part < part || (each.part === part && each.place.chain.seq < seq),
    )
    return found ?? null
  }

  #thin(): void {
    this.#every *= 2
    const kept: Array<Weighed> = []
    for (const each of this.#kept)
      if (each.place.offset >= (kept.at(-1)?.place.offset ?? 0) + this.#every) kept.push(each)
    this.#kept = kept
    this.#characters = kept.reduce((sum, { characters }) => sum + characters, 0)
  }
}
