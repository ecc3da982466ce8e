import { describe, expect, it } from "vitest"
import { isSignedMessage, type MessagePurpose, signMessage } from "./signed-message.ts"

const SECRET = "a-secret-of-the-bank"
const SIGNED_AT_S = 1_795_312_345
const MAX_AGE_MS = 86_400_000
const MAX_AHEAD_MS = 300_000

const isTaken = (ageMs: number, signedFor: MessagePurpose, shownFor: MessagePurpose) => {
  const timestamp = String(SIGNED_AT_S)
  const signature = signMessage(signedFor, SECRET, timestamp, "{}")
  const check = { secret: SECRET, now: SIGNED_AT_S * 1_000 + ageMs, maxAgeMs: MAX_AGE_MS }
  return isSignedMessage(shownFor, { timestamp, signature, body: "{}" }, check)
}

describe("a signed message", () => {
  it("is valid for as long as its receiver says, and from a clock five minutes ahead", () => {
    const isTakenAfter = (ageMs: number) => isTaken(ageMs, "callback.v1", "callback.v1")
    for (const ageMs of [0, 1, MAX_AGE_MS, -MAX_AHEAD_MS]) expect(isTakenAfter(ageMs)).toBe(true)
    for (const ageMs of [MAX_AGE_MS + 1, -MAX_AHEAD_MS - 1]) expect(isTakenAfter(ageMs)).toBe(false)
  })

  it("is void for another purpose than it was signed for", () => {
    expect(isTaken(0, "phone-notice.v1", "phone-notice.v1")).toBe(true)
    expect(isTaken(0, "phone-notice.v1", "phone-instruction.v1")).toBe(false)
    expect(isTaken(0, "callback.v1", "phone-notice.v1")).toBe(false)
  })
})
