/**
 * Reads a capture file block by block, checked as it goes: yields what stands in it, and at last one
 * verdict about the file. Whatever is yielded before a bad verdict was right.
 *
 * The verdict says nothing of states; comparing them is the player's.
 */
import { type Block, blocksOf } from "./block-lines.ts"
import { CaptureBytes } from "./capture-bytes.ts"
import type { ParsedLine } from "./parsed-line.ts"
import { type LineEndChange, LineEnds } from "./line-ends.ts"
import { type ChainPlace, LineChecker } from "./line-checker.ts"
import { sha256 } from "./sha256.ts"
import { type KnownKeys, NO_KEYS } from "./signature.ts"
import { CaptureVerdict } from "./verdict.ts"

export interface CaptureBlock {
  readonly captured: ReadonlyArray<ParsedLine>
  /** Set on the last block only. */
  readonly verdict: CaptureVerdict | null
  /** What of the file's line ends is another than its gateway wrote, up to here. */
  readonly lineEnds: ReadonlyArray<LineEndChange>
  /** Where the next block begins. */
  readonly next: CapturePosition
}

/** A place between two lines, from which a file can be read on and is checked as if read from its start. */
export interface CapturePosition {
  /** In the unpacked bytes. */
  readonly offset: number
  readonly chain: ChainPlace
}

type CheckedLines = Pick<CaptureBlock, "captured" | "verdict">

const isVerdict = (read: ParsedLine | CaptureVerdict): read is CaptureVerdict => "_tag" in read

/** The byte order marks of UTF-16, as they look in UTF-8. */
const IN_UTF_16 = /^\uFFFD\uFFFD/u

/** How a file ends whose last block is this. */
const lastVerdict = (checker: LineChecker, { broken }: Block): CaptureVerdict => {
  if (broken === "corrupt" || broken === "too-long")
    return broken === "too-long" && checker.line === 0
      ? CaptureVerdict.NotACapture()
      : CaptureVerdict.Damaged({
          line: checker.line + 1,
          why:
            broken === "corrupt" ? "its compressed bytes are wrong" : "it is too long for a line",
        })
  if (checker.complete && broken === null) return CaptureVerdict.Ok()
  if (checker.line === 0 && broken === null) return CaptureVerdict.Empty()
  return CaptureVerdict.Truncated({ lines: checker.line })
}

const checkLines = (
  checker: LineChecker,
  ends: LineEnds,
  lines: ReadonlyArray<string>,
): CheckedLines => {
  const captured: Array<ParsedLine> = []
  for (const text of lines) {
    const line = ends.lineIn(text, checker.line === 0)
    if (line === null || (line.trim() === "" && checker.skipsEmptyLines)) continue
    const read = checker.next(line)
    if (isVerdict(read)) {
      const isOther = read._tag === "NotACapture" && IN_UTF_16.test(line)
      return { captured, verdict: isOther ? CaptureVerdict.OtherEncoding() : read }
    }
    captured.push(read)
  }
  return { captured, verdict: null }
}

/** A last line without its line feed that cannot be read is where the file was cut off. */
const checkRest = (checker: LineChecker, ends: LineEnds, block: Block): CheckedLines => {
  const { captured, verdict } = checkLines(checker, ends, block.rest === "" ? [] : [block.rest])
  if (verdict === null) return { captured, verdict: lastVerdict(checker, block) }
  const cut =
    verdict._tag === "Damaged" || (verdict._tag === "NotACapture" && block.broken === "cut")
  return { captured, verdict: cut ? CaptureVerdict.Truncated({ lines: checker.line }) : verdict }
}

async function* checkedBlocks(
  bytes: AsyncIterable<Buffer>,
  checker: LineChecker,
  from: number,
): AsyncGenerator<CaptureBlock> {
  const ends = new LineEnds()
  for await (const block of blocksOf(bytes, from)) {
    const isLast = block.lines.length === 0
    const checked = isLast
      ? checkRest(checker, ends, block)
      : checkLines(checker, ends, block.lines)
    const next = { offset: block.end, chain: checker.place }
    yield { ...checked, lineEnds: ends.changes, next }
    if (checked.verdict !== null) return
  }
}

/** From its beginning. */
export const readFromStart = (bytes: CaptureBytes, keys: KnownKeys): AsyncGenerator<CaptureBlock> =>
  checkedBlocks(bytes.all(), new LineChecker(sha256, keys), 0)

/** From a place that reading it has come to before. */
export const readFrom = (
  bytes: CaptureBytes,
  { offset, chain }: CapturePosition,
): AsyncGenerator<CaptureBlock> =>
  checkedBlocks(bytes.from(offset), new LineChecker(sha256, NO_KEYS, chain), offset)

export async function* readCapture(
  file: string,
  keys: KnownKeys = NO_KEYS,
): AsyncGenerator<CaptureBlock> {
  await using bytes = await CaptureBytes.open(file, { forSeeks: false })
  yield* readFromStart(bytes, keys)
}
