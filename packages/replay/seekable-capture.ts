/**
 * A capture file that was read and checked once, and has a state at every position: it is folded from the nearest
 * checkpoint before. What is read again is checked again, from the checkpoint's place in the hash chain.
 *
 * Invariant: a seek gives the state that folding from the beginning gives.
 */
import { CaptureBytes } from "./capture-bytes.ts"
import { readFromStart, type CapturePosition, readFrom } from "./capture-file.ts"
import { type ParsedLine, positionOf } from "./parsed-line.ts"
import {
  type Checkpoint,
  CHECKPOINT_LIMITS,
  type CheckpointLimits,
  Checkpoints,
} from "./checkpoints.ts"
import { CHAIN_START } from "./line-checker.ts"
import { type CapturePart, PartFold } from "./part-fold.ts"
import { type ReplayResult, replayBlocks, type ReplayStep } from "./player.ts"
import { type KnownKeys, NO_KEYS } from "./signature.ts"
import type { CaptureVerdict } from "./verdict.ts"

const FILE_START: CapturePosition = { offset: 0, chain: CHAIN_START }

export class SeekableCapture implements ReplayResult, AsyncDisposable {
  readonly verdict: CaptureVerdict
  readonly parts: ReadonlyArray<CapturePart>
  readonly lineEnds: ReplayResult["lineEnds"]
  readonly #bytes: CaptureBytes
  readonly #checkpoints: Checkpoints

  private constructor(read: ReplayResult, bytes: CaptureBytes, checkpoints: Checkpoints) {
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
  ): Promise<SeekableCapture> {
    const bytes = await CaptureBytes.open(file, { forSeeks: true })
    try {
      const checkpoints = new Checkpoints(limits)
      const read = await replayBlocks(readFromStart(bytes, keys), (part, place, state) => {
        if (checkpoints.isDue(place.offset)) checkpoints.add({ part, place, state })
      })
      return new SeekableCapture(read, bytes, checkpoints)
    } catch (error) {
      await bytes[Symbol.asyncDispose]()
      throw error
    }
  }

  /** The event at a position of a part, both from 1, with the state before and right after it. */
  async stepAt(part: number, seq: number): Promise<ReplayStep | null> {
    const from = this.#checkpoints.before(part, seq)
    const folded = new PartFold("", from?.part === part ? from.state : undefined)
    for await (const captured of this.#linesOf(part, from)) {
      if (positionOf(captured) === seq) {
        const before = folded.state
        folded.take(captured)
        return { part, captured, before, after: folded.state }
      }
      folded.take(captured)
    }
    return null
  }

  /** The lines of a part in their order, from its header on. */
  lines(part: number): AsyncGenerator<ParsedLine> {
    return this.#linesOf(part, this.#checkpoints.before(part, 0))
  }

  async *#linesOf(part: number, from: Checkpoint | null): AsyncGenerator<ParsedLine> {
    let at = from?.part ?? 0
    for await (const { captured } of readFrom(this.#bytes, from?.place ?? FILE_START)) {
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
