import { createHmac } from "node:crypto"
import { expect, it } from "vitest"
import { drawnPin, matchingCall, pinHash } from "./pins.ts"

const hashes = {
  of: (purpose: string, text: string) =>
    createHmac("sha256", purpose).update(text).digest("base64url"),
}
const NUMBER = "09061234"

it("a call's PIN has four digits, is the same however often it is drawn, and another one with each draw", () => {
  const drawn = Array.from({ length: 1_000 }, (_, draw) => drawnPin(hashes, "call_1", draw))
  for (const pin of drawn) expect(pin).toMatch(/^\d{4}$/u)
  expect(new Set(drawn).size).toBeGreaterThan(900)
  expect(drawnPin(hashes, "call_1", 7)).toBe(drawn[7])
})

it("a PIN finds the call that has it at that number, wherever it stands, and no other", () => {
  const waiting = ["0001", "0002", "0003"].map((pin) => ({
    id: pin,
    pin_hash: pinHash(hashes, NUMBER, pin),
  }))
  for (const { id, pin_hash } of waiting) expect(matchingCall(waiting, pin_hash)?.id).toBe(id)
  expect(matchingCall(waiting, pinHash(hashes, NUMBER, "0004"))).toBeNull()
  expect(matchingCall(waiting, pinHash(hashes, "09065678", "0001"))).toBeNull()
  expect(matchingCall([], pinHash(hashes, NUMBER, "0001"))).toBeNull()
  expect(JSON.stringify(waiting.map(({ pin_hash }) => pin_hash))).not.toMatch(/000[123]/u)
})
