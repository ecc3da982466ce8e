/**
 * Ids and secrets as an Effect service, so that tests can make them predictable (law L9).
 *
 * Event ids are UUIDv7: their first 48 bits are the gateway's milliseconds. Visit ids are 128 random bits in
 * base64url that do not begin with `-`, since command lines take them as arguments (`foldcast capture VISIT`).
 */
import { randomBytes } from "node:crypto"
import { Context, Layer } from "effect"
import type { EventId, VisitId } from "@foldcast/contracts/ids"

export interface IdsShape {
  readonly eventId: (at: number) => EventId
  readonly visitId: () => VisitId
  /** `bits` random bits in base64url. */
  readonly token: (bits: number) => string
}

/** Random bytes are drawn in blocks: one system call serves hundreds of ids. */
const POOL_BYTES = 8_192

const pooledBytes = () => {
  let pool = Buffer.alloc(0)
  let offset = 0
  return (count: number): Buffer => {
    if (offset + count > pool.length) {
      pool = randomBytes(POOL_BYTES)
      offset = 0
    }
    offset += count
    return pool.subarray(offset - count, offset)
  }
}

const HEX: ReadonlyArray<string> = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
)
const VARIANT = 0x80
const VARIANT_MASK = 0x3f

/**
 * Formats `at` in milliseconds and ten random bytes as a UUIDv7 (RFC 9562, 5.7). Digit by digit, since every event
 * of every visit needs one, and encoding and joining a buffer costs three times as much.
 */
export const uuidV7 = (at: number, random: Uint8Array): string => {
  const time = Math.trunc(at).toString(16).padStart(12, "0")
  const hex = (index: number) => HEX[random[index] ?? 0] ?? ""
  const variant = HEX[((random[2] ?? 0) & VARIANT_MASK) | VARIANT] ?? ""
  const node = `${hex(4)}${hex(5)}${hex(6)}${hex(7)}${hex(8)}${hex(9)}`
  const version = `7${hex(0)}${hex(1).slice(0, 1)}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}${hex(3)}-${node}`
}

const visitIdOf = (bytes: (count: number) => Buffer): VisitId => {
  for (;;) {
    const id = bytes(16).toString("base64url")
    if (!id.startsWith("-")) return id as VisitId
  }
}

export class Ids extends Context.Service<Ids, IdsShape>()("gateway/Ids") {
  static readonly layer = Layer.sync(Ids, () => {
    const bytes = pooledBytes()
    return Ids.of({
      eventId: (at) => uuidV7(at, bytes(10)) as EventId,
      visitId: () => visitIdOf(bytes),
      token: (bits) => bytes(Math.ceil(bits / 8)).toString("base64url"),
    })
  })
}
