/**
 * Bytes as blocks of lines: the start of a line is all that is held from one block to the next.
 *
 * A file that ends in the middle of its gzip stream gives what could be unpacked and then says so.
 */
/** No line of a capture is longer; what is, is not one. */
export const MAX_LINE_BYTES = 4_194_304
const LINE_FEED = 10

export interface Block {
  readonly lines: ReadonlyArray<string>
  /** What was after the last line feed; only the last block of a file has any. */
  readonly rest: string
  /** Why the file could not be read on, of the last block only. */
  readonly broken: "cut" | "corrupt" | "too-long" | null
  /** Where the line after these begins, as an offset in the unpacked bytes. */
  readonly end: number
}

/** zlib's word for a stream that ends too early; every other failure of its is damage. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR"

const isZlib = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_")

/** The whole lines of a block, the first of which began in the blocks before, and the begun one. */
const splitBlock = (
  held: Buffer,
  block: Buffer,
): { lines: ReadonlyArray<string>; rest: Buffer } => {
  const last = block.lastIndexOf(LINE_FEED)
  if (last === -1) return { lines: [], rest: Buffer.concat([held, block]) }
  const rest = Buffer.from(block.subarray(last + 1))
  if (held.length === 0) return { lines: block.toString("utf8", 0, last).split("\n"), rest }
  const first = block.indexOf(LINE_FEED)
  const begun = Buffer.concat([held, block.subarray(0, first)]).toString()
  if (first === last) return { lines: [begun], rest }
  return { lines: [begun, ...block.toString("utf8", first + 1, last).split("\n")], rest }
}

/** What cannot be read rejects; damage inside is told in the last block. `from` is where the bytes begin. */
export async function* blocksOf(bytes: AsyncIterable<Buffer>, from: number): AsyncGenerator<Block> {
  let held: Buffer = Buffer.alloc(0)
  let read = from
  let broken: Block["broken"] = null
  try {
    for await (const block of bytes) {
      const { lines, rest } = splitBlock(held, block)
      held = rest
      read += block.length
      if (held.length > MAX_LINE_BYTES) {
        yield { lines: [], rest: "", broken: "too-long", end: read }
        return
      }
      if (lines.length > 0) yield { lines, rest: "", broken: null, end: read - held.length }
    }
  } catch (error) {
    if (!isZlib(error)) throw error
    broken = isCut(error) ? "cut" : "corrupt"
  }
  yield { lines: [], rest: held.toString(), broken, end: read }
}
