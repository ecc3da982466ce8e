/**
 * A file as blocks of lines, gzipped or plain, never whole in memory: one block of decompressed bytes
 * and the start of a line are all that is held, however long the file is.
 *
 * Callers: capture-file.ts. A file that ends in the middle of its gzip stream gives what could be
 * unpacked and then says so.
 */
import { createReadStream } from "node:fs"
import { open } from "node:fs/promises"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"

const BLOCK_BYTES = 65_536
/** Compressed bytes unpacked at a time: what zlib unpacked of a piece is lost when the piece has damage. */
const GZIP_PIECE_BYTES = 4_096
/** No line of a capture is longer; what is, is not one. */
export const MAX_LINE_BYTES = 4_194_304
const LINE_FEED = 10

export interface Block {
  readonly lines: ReadonlyArray<string>
  /** What was after the last line feed; only the last block of a file has any. */
  readonly rest: string
  /** Why the file could not be read on, of the last block only. */
  readonly broken: "cut" | "corrupt" | "too-long" | null
}

const isGzip = async (file: string): Promise<boolean> => {
  await using handle = await open(file)
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}

/** zlib's word for a stream that ends too early; every other failure of its is damage. */
const isCut = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "Z_BUF_ERROR"

const isZlib = (error: unknown): boolean =>
  error instanceof Error && "code" in error && String(error.code).startsWith("Z_")

async function* inPieces(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const block of blocks)
    for (let at = 0; at < block.length; at += GZIP_PIECE_BYTES)
      yield block.subarray(at, at + GZIP_PIECE_BYTES)
}

/** Each block is only good until the next one is asked for: a plain file is read into one buffer. */
async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  if (await isGzip(file)) {
    const gunzip = createGunzip({ chunkSize: BLOCK_BYTES })
    pipeline(createReadStream(file), inPieces, gunzip, () => undefined)
    yield* gunzip as AsyncIterable<Buffer>
    return
  }
  await using handle = await open(file)
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES)
  while (true) {
    const { bytesRead } = await handle.read(buffer, 0, BLOCK_BYTES, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

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

/** Files that cannot be opened or read reject; damage inside is told in the last block. */
export async function* readBlocks(file: string): AsyncGenerator<Block> {
  let held: Buffer = Buffer.alloc(0)
  let broken: Block["broken"] = null
  try {
    for await (const block of bytesOf(file)) {
      const { lines, rest } = splitBlock(held, block)
      held = rest
      if (held.length > MAX_LINE_BYTES) {
        yield { lines: [], rest: "", broken: "too-long" }
        return
      }
      if (lines.length > 0) yield { lines, rest: "", broken: null }
    }
  } catch (error) {
    if (!isZlib(error)) throw error
    broken = isCut(error) ? "cut" : "corrupt"
  }
  yield { lines: [], rest: held.toString(), broken }
}
