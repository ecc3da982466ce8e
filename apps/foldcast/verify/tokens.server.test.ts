/** Which log-in tokens the gateway cannot use, and what the verifier reports. */
import { expect, it } from "vitest"
import { tokenMismatches } from "./tokens.ts"

const NOW = 1_800_000_000_000
const LATER = 1_800_003_600

const tokenOf = (payload: unknown) =>
  `header.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`
const told = (token: unknown, memberId: unknown = "m_1") =>
  tokenMismatches({ token }, { memberId }, NOW).map(
    ({ path, expected, actual }) => `${path}: ${expected}; ${actual}`,
  )

it("verifying accepts a token of three parts with the state's member and an expiry in the future", () => {
  expect(told(tokenOf({ id: "m_1", exp: LATER, role: "x" }))).toEqual([])
  expect(told(tokenOf({ id: 42, exp: LATER }), "42")).toEqual([])
  const body = { token: tokenOf({ id: "m_2", exp: LATER }) }
  expect(tokenMismatches(body, {}, NOW)).toEqual([])
})

it("verifying leaves an answer without a token to the check of its fields", () => {
  expect(told(undefined)).toEqual([])
  expect(tokenMismatches(null, {}, NOW)).toEqual([])
})

it.each([
  ["an opaque text", "a-session-id", "a text of 1 part"],
  ["a payload that is no JSON", "a.b.c", "a payload that is no JSON object"],
  ["no id", tokenOf({ sub: "m_1", exp: LATER }), `id nothing and exp ${LATER}`],
  ["no expiry", tokenOf({ id: "m_1" }), 'id "m_1" and exp nothing'],
  ["an id no member can have", tokenOf({ id: "anna@mail.example", exp: LATER }), "anna@mail"],
  ["an expiry as a text", tokenOf({ id: "m_1", exp: `${LATER}` }), `exp "${LATER}"`],
  ["an expiry in milliseconds", tokenOf({ id: "m_1", exp: LATER * 1_000 }), "in unix seconds"],
  ["an expiry in the past", tokenOf({ id: "m_1", exp: 1_700_000_000 }), "after now, 1800000000"],
  ["another member", tokenOf({ id: "m_2", exp: LATER }), `of the state's member, "m_1"; "m_2"`],
])("verifying refuses a token with %s", (_, token, said) => {
  const [sentence, ...others] = told(token)
  expect(others).toEqual([])
  expect(sentence).toContain("$.token: ")
  expect(sentence).toContain(said)
})
