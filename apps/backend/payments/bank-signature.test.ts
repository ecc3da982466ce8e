import { expect, it } from "vitest"
import { isSignedByBank, signCallback } from "./bank-signature.ts"

const SECRET = "a-secret-of-the-bank"
const SIGNED_AT_S = 1_795_312_345
const MAX_AGE_MS = 86_400_000
const MAX_AHEAD_MS = 300_000

const isTakenAfter = (ageMs: number) => {
  const timestamp = String(SIGNED_AT_S)
  const signature = signCallback(SECRET, timestamp, "{}")
  const check = { secret: SECRET, now: SIGNED_AT_S * 1_000 + ageMs, maxAgeMs: MAX_AGE_MS }
  return isSignedByBank({ timestamp, signature, body: "{}" }, check)
}

it("a bank's signature is valid for as long as the setting says, and from a clock five minutes ahead", () => {
  for (const ageMs of [0, 1, MAX_AGE_MS, -MAX_AHEAD_MS]) expect(isTakenAfter(ageMs)).toBe(true)
  for (const ageMs of [MAX_AGE_MS + 1, -MAX_AHEAD_MS - 1]) expect(isTakenAfter(ageMs)).toBe(false)
})
