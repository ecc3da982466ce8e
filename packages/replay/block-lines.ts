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

const BLOCK_BYTES = 1_048_576
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

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  const gzipped = await isGzip(file)
  const source = createReadStream(file, { highWaterMark: BLOCK_BYTES })
  if (!gzipped) {
    yield* source as AsyncIterable<Buffer>
    return
  }
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES })
  pipeline(source, gunzip, () => undefined)
  yield* gunzip as AsyncIterable<Buffer>
}

/** Files that cannot be opened or read reject; damage inside is told in the last block. */
export async function* readBlocks(file: string): AsyncGenerator<Block> {
  let held: Buffer = Buffer.alloc(0)
  let broken: Block["broken"] = null
  try {
    for await (const chunk of bytesOf(file)) {
      const end = chunk.lastIndexOf(LINE_FEED)
      if (end === -1) {
        held = Buffer.concat([held, chunk])
      } else {
        const whole = Buffer.concat([held, chunk.subarray(0, end)])
        held = Buffer.from(chunk.subarray(end + 1))
        yield { lines: whole.toString().split("\n"), rest: "", broken: null }
      }
      if (held.length > MAX_LINE_BYTES) {
        yield { lines: [], rest: "", broken: "too-long" }
        return
      }
    }
  } catch (error) {
    if (!isZlib(error)) throw error
    broken = isCut(error) ? "cut" : "corrupt"
  }
  yield { lines: [], rest: held.toString(), broken }
}
