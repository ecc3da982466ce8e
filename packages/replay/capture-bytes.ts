/**
 * The bytes of a capture file, unpacked where it is gzipped, never whole in memory. A file that is to be
 * read on from places in its middle is opened `forSeeks`: what was unpacked is then kept in a file without
 * a name for as long as this is open, because nobody can begin in the middle of a gzip stream.
 *
 * Invariants: offsets count unpacked bytes; what was read once is what is read again, also where the file's path has
 * become another file.
 */
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { createGunzip } from "node:zlib"

const READ_BYTES = 131_072
/** What is handed on at a time: what is made of it is garbage before it grows old. */
const BLOCK_BYTES = 8_192
/** Compressed bytes unpacked at a time: what zlib unpacked of a piece is lost when the piece has damage. */
const GZIP_PIECE_BYTES = 4_096

const isGzip = async (handle: FileHandle): Promise<boolean> => {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b
}

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

/** Each block is only good until the next one is asked for: the file is read into one buffer. */
async function* readOn(handle: FileHandle, offset: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(READ_BYTES)
  let at = offset
  while (true) {
    const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield* inPieces(buffer.subarray(0, bytesRead), BLOCK_BYTES)
  }
}

const UNPACKING = {
  chunkSize: READ_BYTES,
  /** No piece unpacks to more: it is unpacked whole before anything of it is read. */
  readableHighWaterMark: 8_388_608,
}

function* waiting(unpacked: Readable): Generator<Buffer> {
  while (true) {
    const block = unpacked.read() as Buffer | null
    if (block === null) return
    yield block
  }
}

/**
 * Piece after piece, each unpacked and handed on before the next: read as a stream, zlib drops what nobody
 * has read yet when it meets damage, and how much that is is a matter of luck.
 */
async function* unpack(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip(UNPACKING)
  let failed: (error: Error) => void = () => undefined
  gunzip.on("error", (error) => failed(error))
  const take = (piece: Buffer) =>
    new Promise<void>((resolve, reject) => {
      failed = reject
      gunzip.write(piece, () => resolve())
    })
  try {
    for await (const block of packed)
      for (const piece of inPieces(block, GZIP_PIECE_BYTES)) {
        await take(piece)
        yield* waiting(gunzip)
      }
    gunzip.end()
    yield* gunzip as AsyncIterable<Buffer>
  } finally {
    gunzip.destroy()
  }
}

/** A file that only its handle reaches: it is gone with the process, however that ends. */
const openNameless = async (): Promise<FileHandle> => {
  const directory = await mkdtemp(join(tmpdir(), "foldcast-replay-"))
  try {
    return await open(join(directory, "unpacked"), "wx+", 0o600)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

export class CaptureBytes implements AsyncDisposable {
  readonly #handle: FileHandle
  readonly #packed: boolean
  /** Null of a file that is not gzipped, or is read once. */
  readonly #unpacked: FileHandle | null

  private constructor(handle: FileHandle, packed: boolean, unpacked: FileHandle | null) {
    this.#handle = handle
    this.#packed = packed
    this.#unpacked = unpacked
  }

  static async open(
    file: string,
    { forSeeks }: { readonly forSeeks: boolean },
  ): Promise<CaptureBytes> {
    const handle = await open(file)
    try {
      const packed = await isGzip(handle)
      return new CaptureBytes(handle, packed, packed && forSeeks ? await openNameless() : null)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** From the beginning, once. */
  async *all(): AsyncGenerator<Buffer> {
    if (!this.#packed) {
      yield* readOn(this.#handle, 0)
      return
    }
    for await (const unpacked of unpack(readOn(this.#handle, 0))) {
      await this.#unpacked?.appendFile(unpacked)
      yield* inPieces(unpacked, BLOCK_BYTES)
    }
  }

  /** From an offset up to which `all` has been read. */
  from(offset: number): AsyncGenerator<Buffer> {
    return readOn(this.#unpacked ?? this.#handle, offset)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close()
    await this.#unpacked?.close()
  }
}
