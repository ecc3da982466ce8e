/**
 * What proves that a message is the bank's, or ours: HMAC-SHA256 over what it is for, when it was signed
 * and its bytes. Pure.
 *
 *   X-Bank-Timestamp: 1795312345          unix seconds of the signing
 *   X-Bank-Signature: v1=<64 hexadecimal digits of HMAC(secret, "callback.v1.<timestamp>.<raw body>")>
 *
 * A callback may come late (the bank tries for days), so freshness only bounds how long a stolen one
 * could be shown again; that it changes nothing is settlement.ts's business.
 */
import { createHmac, timingSafeEqual } from "node:crypto"

const MAC_BYTES = 32
/** How far the bank's clock may be ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000

const mac = (secret: string, purpose: string, message: string) =>
  createHmac("sha256", secret).update(`${purpose}.${message}`).digest()

const same = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b)

export const signCallback = (secret: string, timestamp: string, body: string): string =>
  `v1=${mac(secret, "callback.v1", `${timestamp}.${body}`).toString("hex")}`

export interface SignedCallback {
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly body: string
}

export interface SignatureCheck {
  readonly secret: string
  readonly now: number
  readonly maxAgeMs: number
}

export const isSignedByBank = (
  { timestamp = "", signature = "", body }: SignedCallback,
  { secret, now, maxAgeMs }: SignatureCheck,
): boolean => {
  if (!/^\d{1,12}$/u.test(timestamp)) return false
  const shown = Buffer.from(/^v1=([0-9a-f]{64})$/u.exec(signature)?.[1] ?? "", "hex")
  const expected = mac(secret, "callback.v1", `${timestamp}.${body}`)
  const ageMs = now - Number(timestamp) * 1_000
  return (
    shown.length === MAC_BYTES &&
    same(shown, expected) &&
    ageMs <= maxAgeMs &&
    ageMs >= -MAX_AHEAD_MS
  )
}

/** `base64url(JSON).base64url(HMAC)`: all that the bank has to know of an order, tamper-proof. */
export const signOrder = (secret: string, order: unknown): string => {
  const payload = Buffer.from(JSON.stringify(order)).toString("base64url")
  return `${payload}.${mac(secret, "order.v1", payload).toString("base64url")}`
}
