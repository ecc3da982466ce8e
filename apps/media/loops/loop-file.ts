/**
 * Reads a drawn loop while it arrives: a line of JSON that says when which picture is shown, then each picture, a VP8 key
 * frame, behind its length in four bytes, the lowest first. Plain memory; nothing here waits.
 *
 * Invariants: whatever the bytes are, it reads them or refuses them; what is kept is bounded.
 */
import { Schema } from "effect"
import type { Loop, LoopStep } from "./loop.ts"

const MAX_FRAMES = 400
const MAX_STEPS = 2_000
const MAX_HEAD = 40_000
/** Of all pictures; those that are drawn have 400,000 at most. */
const MAX_BYTES = 1_000_000
const LENGTH_BYTES = 4

const Index = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: MAX_FRAMES - 1 }))
const Step = Schema.Tuple([
  Index,
  Schema.Int.check(Schema.isBetween({ minimum: 10, maximum: 10_000 })),
])
const Steps = Schema.Array(Step).check(Schema.isBetweenLength(1, MAX_STEPS))
const Head = Schema.Struct({
  frames: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: MAX_FRAMES })),
  idle: Steps,
  reactions: Schema.Record(Schema.String, Steps),
  rest: Schema.Array(Index),
  typing: Schema.Array(Index),
})
const decodeHead = Schema.decodeUnknownOption(Schema.fromJsonString(Head))

const stepsOf = (steps: typeof Steps.Type): ReadonlyArray<LoopStep> =>
  steps.map(([frame, ms]) => ({ frame, ms }))

/** RFC 6386, section 9.1: the lowest bit of a key frame is 0. */
const isKeyFrame = (bytes: Uint8Array) => ((bytes[0] ?? 1) & 1) === 0

export class LoopFile implements Loop {
  idle: ReadonlyArray<LoopStep> = []
  reactions: ReadonlyMap<string, ReadonlyArray<LoopStep>> = new Map()
  rest: ReadonlySet<number> = new Set()
  typing: ReadonlySet<number> = new Set()
  readonly #frames: Array<Uint8Array> = []
  #expected: number | null = null
  #waiting: Buffer = Buffer.alloc(0)
  #taken = 0

  frame(index: number): Uint8Array | undefined {
    return this.#frames[index]
  }

  get isWhole(): boolean {
    return this.#expected === this.#frames.length
  }

  /** False: this is no loop, and nothing more of it is read. */
  take(bytes: Uint8Array): boolean {
    this.#taken += bytes.length
    if (this.#taken > MAX_BYTES) return false
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    if (this.#expected !== null) return this.#takeFrames(this.#expected)
    const end = this.#waiting.indexOf("\n")
    if (end === -1) return this.#waiting.length <= MAX_HEAD
    const expected = this.#takeHead(this.#waiting.toString("utf8", 0, end))
    this.#waiting = this.#waiting.subarray(end + 1)
    return expected !== null && this.#takeFrames(expected)
  }

  #takeHead(line: string): number | null {
    const decoded = decodeHead(line)
    if (decoded._tag === "None") return null
    const { frames, idle, reactions, rest, typing } = decoded.value
    const all = [...idle, ...Object.values(reactions).flat()].map(([frame]) => frame)
    if ([...all, ...rest, ...typing].some((frame) => frame >= frames)) return null
    this.idle = stepsOf(idle)
    this.reactions = new Map(
      Object.entries(reactions).map(([cue, steps]) => [cue, stepsOf(steps)] as const),
    )
    this.rest = new Set(rest)
    this.typing = new Set(typing)
    this.#expected = frames
    return frames
  }

  #takeFrames(expected: number): boolean {
    while (this.#waiting.length >= LENGTH_BYTES) {
      const to = LENGTH_BYTES + this.#waiting.readUInt32LE(0)
      if (this.#waiting.length < to) break
      const frame = Uint8Array.from(this.#waiting.subarray(LENGTH_BYTES, to))
      if (frame.length === 0 || !isKeyFrame(frame)) return false
      if (this.#frames.push(frame) > expected) return false
      this.#waiting = this.#waiting.subarray(to)
    }
    return true
  }
}
