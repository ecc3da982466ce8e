/**
 * A capture file that was read and checked once, and is now gone to and fro in: the state at any position
 * is told from the nearest checkpoint before it. What is read again is checked again, from the checkpoint's
 * own place in the chain.
 *
 * Invariant: what a seek tells is what folding from the beginning tells.
 */
import { CaptureBytes } from "./capture-bytes.ts"
import { readAll, type ReadingPlace, readOn } from "./capture-file.ts"
import { type Captured, positionOf } from "./captured.ts"
import {
  type Checkpoint,
  CHECKPOINT_LIMITS,
  type CheckpointLimits,
  Checkpoints,
} from "./checkpoints.ts"
import { BEGINNING } from "./line-checker.ts"
import { type Part, PartFold } from "./part-fold.ts"
import { type Refolded, refoldBlocks, type ReplayStep } from "./player.ts"
import { type KnownKeys, NO_KEYS } from "./signature.ts"
import type { Verdict } from "./verdict.ts"

const FROM_THE_BEGINNING: ReadingPlace = { offset: 0, chain: BEGINNING }

export class Recording implements Refolded, AsyncDisposable {
  readonly verdict: Verdict
  readonly parts: ReadonlyArray<Part>
  readonly lineEnds: Refolded["lineEnds"]
  readonly #bytes: CaptureBytes
  readonly #checkpoints: Checkpoints

  private constructor(read: Refolded, bytes: CaptureBytes, checkpoints: Checkpoints) {
    this.verdict = read.verdict
    this.parts = read.parts
    this.lineEnds = read.lineEnds
    this.#bytes = bytes
    this.#checkpoints = checkpoints
  }

  /** `keys` are those whose signatures are worth something to the caller. */
  static async read(
    file: string,
    keys: KnownKeys = NO_KEYS,
    limits: CheckpointLimits = CHECKPOINT_LIMITS,
  ): Promise<Recording> {
    const bytes = await CaptureBytes.open(file, { forSeeks: true })
    try {
      const checkpoints = new Checkpoints(limits)
      const read = await refoldBlocks(readAll(bytes, keys), (part, place, state) => {
        if (checkpoints.isDue(place.offset)) checkpoints.keep({ part, place, state })
      })
      return new Recording(read, bytes, checkpoints)
    } catch (error) {
      await bytes[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The event at a position of a part, both from 1, with the state before and right after it. */
  async stepAt(part: number, seq: number): Promise<ReplayStep | null> {
    const from = this.#checkpoints.before(part, seq)
    const folded = new PartFold("", from?.part === part ? from.state : undefined)
    for await (const captured of this.#thingsOf(part, from)) {
      if (positionOf(captured) === seq) {
        const before = folded.state
        folded.take(captured)
        return { part, captured, before, after: folded.state }
      }
      folded.take(captured)
    }
    return null
  }

  /** All that stands in a part, in its order, from its header on. */
  things(part: number): AsyncGenerator<Captured> {
    return this.#thingsOf(part, this.#checkpoints.before(part, 0))
  }

  async *#thingsOf(part: number, from: Checkpoint | null): AsyncGenerator<Captured> {
    let at = from?.part ?? 0
    for await (const { captured } of readOn(this.#bytes, from?.place ?? FROM_THE_BEGINNING)) {
      for (const each of captured) {
        if (each.kind === "header") at += 1
        if (at > part) return
        if (at === part) yield each
      }
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#bytes[Symbol.asyncDispose]()
  }
}
