/**
 * What proves that a message is another party's, or ours: HMAC-SHA256 over what it is for, when it was signed and its
 * bytes. What was signed for one purpose is void for every other. Pure.
 *
 *   X-Bank-Timestamp: 1795312345          unix seconds of the signing
 *   X-Bank-Signature: v1=<64 hexadecimal digits of HMAC(secret, "callback.v1.<timestamp>.<raw body>")>
 *
 * Freshness only bounds how long a stolen message could be shown again; that it changes nothing is its receiver's
 * business.
 */
import { createHmac, timingSafeEqual } from "node:crypto"

/** `callback.v1`: from the bank. `refund.v1`: to it. `phone-notice.v1`: from the phone's provider; `phone-instruction.v1`: to it. */
export type MessagePurpose =
  | "callback.v1"
  | "refund.v1"
  | "phone-notice.v1"
  | "phone-instruction.v1"

const MAC_BYTES = 32
/** How far the other party's clock may be ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000

export const messageMac = (secret: string, purpose: string, message: string): Buffer =>
  createHmac("sha256", secret).update(`${purpose}.${message}`).digest()

const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export const signMessage = (
  purpose: MessagePurpose,
  secret: string,
  timestamp: string,
  body: string,
): string => `v1=${messageMac(secret, purpose, `${timestamp}.${body}`).toString("hex")}`

export interface SignedMessage {
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly body: string
}

export interface SignatureCheck {
  readonly secret: string
  readonly now: number
  readonly maxAgeMs: number
}

export const isSignedMessage = (
  purpose: MessagePurpose,
  { timestamp = "", signature = "", body }: SignedMessage,
  { secret, now, maxAgeMs }: SignatureCheck,
): boolean => {
  if (!/^\d{1,12}$/u.test(timestamp)) return false
  const shown = Buffer.from(/^v1=([0-9a-f]{64})$/u.exec(signature)?.[1] ?? "", "hex")
  const expected = messageMac(secret, purpose, `${timestamp}.${body}`)
  const ageMs = now - Number(timestamp) * 1_000
  return (
    shown.length === MAC_BYTES &&
    same(shown, expected) &&
    ageMs <= maxAgeMs &&
    ageMs >= -MAX_AHEAD_MS
  )
}
