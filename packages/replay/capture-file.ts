/**
 * Reads a capture file block by block, checked as it goes: yields what stands in it, and at last one
 * verdict about the file. Whatever is yielded before a bad verdict was right.
 *
 * Callers: player.ts. The verdict says nothing of states; comparing them is the player's.
 */
import { type Block, blocksOf } from "./block-lines.ts"
import { CaptureBytes } from "./capture-bytes.ts"
import type { Captured } from "./captured.ts"
import { type ChainPlace, LineChecker } from "./line-checker.ts"
import { sha256 } from "./sha256.ts"
import { type KnownKeys, NO_KEYS } from "./signature.ts"
import { Verdict } from "./verdict.ts"

export interface CaptureBlock {
  readonly captured: ReadonlyArray<Captured>
  /** Set on the last block only. */
  readonly verdict: Verdict | null
  /** Where the next block begins. */
  readonly next: ReadingPlace
}

/** A place between two lines, from which a file can be read on and is checked as if read from its start. */
export interface ReadingPlace {
  /** In the unpacked bytes. */
  readonly offset: number
  readonly chain: ChainPlace
}

type CheckedLines = Pick<CaptureBlock, "captured" | "verdict">

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

const checkLines = (checker: LineChecker, lines: ReadonlyArray<string>): CheckedLines => {
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
const checkRest = (checker: LineChecker, block: Block): CheckedLines => {
  const { captured, verdict } = checkLines(checker, block.rest === "" ? [] : [block.rest])
  if (verdict === null) return { captured, verdict: lastVerdict(checker, block) }
  const cut =
    verdict._tag === "Damaged" || (verdict._tag === "NotACapture" && block.broken === "cut")
  return { captured, verdict: cut ? Verdict.Truncated({ lines: checker.line }) : verdict }
}

async function* checkedBlocks(
  bytes: AsyncIterable<Buffer>,
  checker: LineChecker,
  from: number,
): AsyncGenerator<CaptureBlock> {
  for await (const block of blocksOf(bytes, from)) {
    const isLast = block.lines.length === 0
    const checked = isLast ? checkRest(checker, block) : checkLines(checker, block.lines)
    yield { ...checked, next: { offset: block.end, chain: checker.place } }
    if (checked.verdict !== null) return
  }
}

/** From its beginning. */
export const readAll = (bytes: CaptureBytes, keys: KnownKeys): AsyncGenerator<CaptureBlock> =>
  checkedBlocks(bytes.all(), new LineChecker(sha256, keys), 0)

/** From a place that reading it has come to before. */
export const readOn = (
  bytes: CaptureBytes,
  { offset, chain }: ReadingPlace,
): AsyncGenerator<CaptureBlock> =>
  checkedBlocks(bytes.from(offset), new LineChecker(sha256, NO_KEYS, chain), offset)

export async function* readCapture(
  file: string,
  keys: KnownKeys = NO_KEYS,
): AsyncGenerator<CaptureBlock> {
  await using bytes = await CaptureBytes.open(file, { forSeeks: false })
  yield* readAll(bytes, keys)
}
