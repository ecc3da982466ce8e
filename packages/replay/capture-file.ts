/**
 * Reads a capture file block by block, checked as it goes: yields what stands in it, and at last one
 * verdict about the file. Whatever is yielded before a bad verdict was right.
 *
 * Callers: player.ts. The verdict says nothing of states; comparing them is the player's.
 */
import { type Block, readBlocks } from "./block-lines.ts"
import type { Captured } from "./captured.ts"
import { LineChecker } from "./line-checker.ts"
import { sha256 } from "./sha256.ts"
import { type KnownKeys, NO_KEYS } from "./signature.ts"
import { Verdict } from "./verdict.ts"

export interface CaptureBlock {
  readonly captured: ReadonlyArray<Captured>
  /** Set on the last block only. */
  readonly verdict: Verdict | null
}

const isVerdict = (read: Captured | Verdict): read is Verdict => "_tag" in read

/** How a file ends whose last block is this. */
const lastVerdict = (checker: LineChecker, { broken }: Block): Verdict => {
  if (broken === "corrupt" || broken === "too-long")
    return broken === "too-long" && checker.line === 0
      ? Verdict.NotACapture()
      : Verdict.Damaged({
          line: checker.line + 1,
          why:
            broken === "corrupt" ? "its compressed bytes are wrong" : "it is too long for a line",
        })
  if (checker.complete && broken === null) return Verdict.Ok()
  if (checker.line === 0 && broken === null) return Verdict.Empty()
  return Verdict.Truncated({ lines: checker.line })
}

const checkLines = (checker: LineChecker, lines: ReadonlyArray<string>): CaptureBlock => {
  const captured: Array<Captured> = []
  for (const line of lines) {
    if (line.trim() === "" && checker.skipsEmptyLines) continue
    const read = checker.next(line)
    if (isVerdict(read)) return { captured, verdict: read }
    captured.push(read)
  }
  return { captured, verdict: null }
}

/** A last line without its line feed that cannot be read is where the file was cut off. */
const checkRest = (checker: LineChecker, block: Block): CaptureBlock => {
  const { captured, verdict } = checkLines(checker, block.rest === "" ? [] : [block.rest])
  if (verdict === null) return { captured, verdict: lastVerdict(checker, block) }
  const cut =
    verdict._tag === "Damaged" || (verdict._tag === "NotACapture" && block.broken === "cut")
  return { captured, verdict: cut ? Verdict.Truncated({ lines: checker.line }) : verdict }
}

export async function* readCapture(
  file: string,
  keys: KnownKeys = NO_KEYS,
): AsyncGenerator<CaptureBlock> {
  const checker = new LineChecker(sha256, keys)
  for await (const block of readBlocks(file)) {
    const isLast = block.lines.length === 0
    const checked = isLast ? checkRest(checker, block) : checkLines(checker, block.lines)
    yield checked
    if (checked.verdict !== null) return
  }
}
