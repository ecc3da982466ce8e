/**
 * A checksum over each stored row and its place, so that a flipped bit or a misplaced row is noticed when
 * it is read. CRC-32 finds every single flipped bit and every burst up to 32 bits; it guards against disks,
 * not against people (captures have the hash chain for that).
 */
import { crc32 } from "node:zlib"

/** `place` names where the row belongs, for example visit number and position. */
export const rowChecksum = (place: string, text: string): number => crc32(`${place}\n${text}`)
