/**
 * PINs of calls: drawn for the call, so that a repeated notice is told the same one, and compared as keyed hashes alone.
 *
 * Invariants: without the database's key nobody can foretell a PIN or try hashes; how long a comparison takes does not
 * depend on where two hashes differ, nor on which call matches.
 */
import { timingSafeEqual } from "node:crypto"
import { PIN_LENGTH } from "@foldcast/contracts/phone"
import type { KeyedHashesShape } from "../members/keyed-hashes.ts"

const HASH_BYTES = 6

/** The `draw`-th PIN of this call, whose id is random. */
export const drawnPin = (hashes: KeyedHashesShape, callId: string, draw: number): string => {
  const bytes = Buffer.from(hashes.of("drawn PINs", `${callId}\n${draw}`), "base64url")
  return String(bytes.readUIntBE(0, HASH_BYTES) % 10 ** PIN_LENGTH).padStart(PIN_LENGTH, "0")
}

export const pinHash = (hashes: KeyedHashesShape, number: string, pin: string): string =>
  hashes.of("phone PINs", `${number}\n${pin}`)

export interface WaitingCall {
  readonly id: string
  readonly pin_hash: string
}

export const isSameHash = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The one of these calls whose PIN has this hash; all are compared. */
export const matchingCall = <Call extends WaitingCall>(
  waiting: ReadonlyArray<Call>,
  hash: string,
): Call | null =>
  waiting.reduce<Call | null>(
    (found, call) => (isSameHash(call.pin_hash, hash) ? call : found),
    null,
  )
