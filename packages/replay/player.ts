/**
 * Folds captures and compares the result with what their maker recorded. `replayFile` folds a whole file as fast as it
 * can; `replaySteps` gives the state before and after each line, from the beginning. Going to and fro takes a
 * `SeekableCapture`.
 *
 * A replay performs no effect of the site: it opens no tab and sends nothing (law L5).
 */
import type { SiteState } from "@foldcast/folds/site-state"
import { type CaptureBlock, readCapture, type CapturePosition } from "./capture-file.ts"
import type { ParsedLine } from "./parsed-line.ts"
import { readFoldFingerprint } from "./fold-sources.ts"
import type { LineEndChange } from "./line-ends.ts"
import { type CapturePart, PartFold } from "./part-fold.ts"
import { type KnownKeys, NO_KEYS } from "./signature.ts"
import { CaptureVerdict } from "./verdict.ts"

export interface ReplayResult {
  readonly verdict: CaptureVerdict
  /** One for each capture of the file, the last one maybe without its end. */
  readonly parts: ReadonlyArray<CapturePart>
  /** What was done to the ends of its lines on its way here. */
  readonly lineEnds: ReadonlyArray<LineEndChange>
}

export interface ReplayStep {
  /** Which capture of the file, from 1. */
  readonly part: number
  readonly captured: ParsedLine
  readonly before: SiteState
  readonly after: SiteState
}

/** The worse of two: a state that differs outweighs another build, which outweighs nothing to say. */
const worse = (a: CaptureVerdict, b: CaptureVerdict): CaptureVerdict => {
  const weight = (verdict: CaptureVerdict) => {
    if (verdict._tag === "OtherBuild") return verdict.isSame ? 1 : 2
    return verdict._tag === "StateDiffers" ? 3 : 0
  }
  return weight(b) > weight(a) ? b : a
}

/** Folds part after part; what the file itself says of its end outweighs every comparison of states. */
class FileFold {
  readonly #ours = readFoldFingerprint()
  readonly parts: Array<PartFold> = []
  #judgement: CaptureVerdict = CaptureVerdict.Ok()

  take(captured: ParsedLine): void {
    if (captured.kind === "header") this.parts.push(new PartFold(captured.header.folds))
    const part = this.parts.at(-1)
    if (captured.kind === "footer" && part !== undefined)
      this.#judgement = worse(this.#judgement, part.judge(captured.footer.stateHash, this.#ours))
    part?.take(captured)
  }

  verdict(ofFile: CaptureVerdict): CaptureVerdict {
    return ofFile._tag === "Ok" ? this.#judgement : ofFile
  }
}

/** How many captures have begun, where the next block begins, and the state of the last capture. */
export type OnBlock = (part: number, next: CapturePosition, state: SiteState) => void

/** `onBlock` is called after each block but the last. */
export const replayBlocks = async (
  blocks: AsyncIterable<CaptureBlock>,
  onBlock?: OnBlock,
): Promise<ReplayResult> => {
  const folding = new FileFold()
  let ofFile: CaptureVerdict = CaptureVerdict.Empty()
  let lineEnds: ReadonlyArray<LineEndChange> = []
  for await (const { captured, verdict, next, ...block } of blocks) {
    lineEnds = block.lineEnds
    for (const each of captured) folding.take(each)
    // Folding every block keeps what waits to be folded as small as what was read.
    const state = folding.parts.at(-1)?.state
    if (state !== undefined && verdict === null) onBlock?.(folding.parts.length, next, state)
    if (verdict !== null) ofFile = verdict
  }
  const parts = folding.parts.map((part) => part.part())
  return { verdict: folding.verdict(ofFile), parts, lineEnds }
}

/**
 * One reading without checkpoints; `keys` are those whose signatures count.
 * @internal Tests fold whole files.
 */
export const replayFile = (file: string, keys: KnownKeys = NO_KEYS): Promise<ReplayResult> =>
  replayBlocks(readCapture(file, keys))

/** The generator's result is the verdict; whoever stops early does without. */
export async function* replaySteps(file: string): AsyncGenerator<ReplayStep, CaptureVerdict> {
  const folding = new FileFold()
  for await (const { captured, verdict } of readCapture(file)) {
    for (const each of captured) {
      const before = each.kind === "header" ? undefined : folding.parts.at(-1)?.state
      folding.take(each)
      const after = folding.parts.at(-1)?.state
      if (after === undefined) continue
      yield { part: folding.parts.length, captured: each, before: before ?? after, after }
    }
    if (verdict !== null) return folding.verdict(verdict)
  }
  return CaptureVerdict.Empty()
}
