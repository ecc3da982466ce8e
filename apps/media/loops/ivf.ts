/** Reads an IVF file of VP8: a header of 32 bytes, then each frame after its length and its time. Pure. */
import { Data, Result } from "effect"

export interface IvfFrame {
  /** From the file's beginning. */
  readonly atMs: number
  readonly bytes: Uint8Array
}

export interface IvfFile {
  readonly width: number
  readonly height: number
  readonly frames: ReadonlyArray<IvfFrame>
}

export class IvfRefused extends Data.TaggedError("IvfRefused")<{ readonly sentence: string }> {}

const HEADER = 32
const FRAME_HEADER = 12

const refused = (sentence: string) => Result.fail(new IvfRefused({ sentence }))

export const readIvf = (file: Buffer): Result.Result<IvfFile, IvfRefused> => {
  if (file.length < HEADER || file.toString("latin1", 0, 4) !== "DKIF") {
    return refused("the file is no IVF")
  }
  if (file.toString("latin1", 8, 12) !== "VP80") return refused("the file holds no VP8")
  const rate = file.readUInt32LE(16)
  const scale = file.readUInt32LE(20)
  if (rate === 0 || scale === 0) return refused("the file has no clock")
  const frames: Array<IvfFrame> = []
  let at = Math.max(HEADER, file.readUInt16LE(6))
  while (at < file.length) {
    if (at + FRAME_HEADER > file.length) return refused("the file ends within a frame")
    const from = at + FRAME_HEADER
    const to = from + file.readUInt32LE(at)
    if (to > file.length || to === from) return refused("the file ends within a frame")
    const ticks = Number(file.readBigUInt64LE(at + 4))
    frames.push({ atMs: (ticks * scale * 1_000) / rate, bytes: file.subarray(from, to) })
    at = to
  }
  if (frames.length === 0) return refused("the file has no frame")
  return Result.succeed({ width: file.readUInt16LE(12), height: file.readUInt16LE(14), frames })
}
