import { describe, expect, it } from "vitest"
import type { DialInCountry } from "@foldcast/contracts/phone"
import {
  callStateOf,
  dialInNumbers,
  dialInStateChanged,
  ivrSessionOpened,
  tariffCentsOf,
} from "./dial-in.ts"

const number = (id: string, tariff: string | number = "0.80") => ({
  id,
  options: [{ number: `0900-${id}`, tariff }],
})
const countries = (own: DialInCountry | undefined, ...ids: ReadonlyArray<string>) =>
  dialInNumbers(
    ids.map((id) => number(id)),
    own,
  ).map(({ country }) => country)

describe("numbers to call", () => {
  it("are those of the countries of the site, in their order, whatever the upstream adds", () => {
    expect(countries(undefined, "de", "FR", "nl", "BE")).toEqual(["NL", "BE", "DE"])
    expect(countries(undefined)).toEqual([])
    expect(dialInNumbers([{ id: "NL", options: [] }], undefined)).toEqual([])
  })

  it("begin with the visitor's own country, where it has one [DIALIN-31]", () => {
    expect(countries("DE", "NL", "BE", "DE")).toEqual(["DE", "NL", "BE"])
    expect(countries("DE", "NL", "BE")).toEqual(["NL", "BE"])
  })

  it("have a tariff in euro cents, and none that could be misread", () => {
    for (const [told, cents] of [
      ["0.80", 80],
      ["0,80", 80],
      [" 1.1 ", 110],
      [0.29, 29],
      [2, 200],
      ["free", 0],
      ["", 0],
      ["-1", 0],
      [1e9, 0],
      ["Infinity", 0],
    ] as const) {
      expect(tariffCentsOf(told), String(told)).toBe(cents)
    }
  })

  it("say what the start and the longest call cost, where the upstream does", () => {
    const [told] = dialInNumbers(
      [{ id: "NL", options: [{ number: "0906-1", tariff: "0.80", start: 5, maximum: 4_805 }] }],
      undefined,
    )
    expect(told).toEqual({
      country: "NL",
      number: "0906-1",
      tariffCents: 80,
      startCents: 5,
      maxCents: 4_805,
    })
  })
})

describe("an IVR session", () => {
  const answer = { session: "s", callednumber: "09061234", displaynumber: "0906-1234" }

  it("costs 0.80, lives 60 seconds and is Dutch where nothing is told [DIALIN-06]", () => {
    expect(ivrSessionOpened(answer, 1_000)).toEqual({
      _tag: "IvrSessionOpened",
      session: "s",
      calledNumber: "09061234",
      displayNumber: "0906-1234",
      tariffCents: 80,
      country: "NL",
      expiresAt: 61_000,
    })
  })

  it("holds what is told [DIALIN-05]", () => {
    const told = { ...answer, tariff: "1.00", ttl: 30, flag: "be", maximum: 1_000 }
    expect(ivrSessionOpened(told, 1_000)).toMatchObject({
      tariffCents: 100,
      country: "BE",
      expiresAt: 31_000,
      maxCents: 1_000,
    })
  })
})

describe("the state of a call", () => {
  it("is read in both spellings, and an unknown one changes nothing [DIALIN-10, DIALIN-16]", () => {
    expect(["pending", "in-call", "in_call", "ended", "expired"].map(callStateOf)).toEqual([
      "pending",
      "in_call",
      "in_call",
      "ended",
      "expired",
    ])
    for (const unknown of ["IN_CALL", "ringing", "", "in--call"]) {
      expect(dialInStateChanged("s", { state: unknown })).toEqual([])
    }
  })

  it("has seconds and cents only where they are told", () => {
    expect(dialInStateChanged("s", { state: "in-call", seconds: 3, cents: 4 })).toEqual([
      { _tag: "DialInStateChanged", session: "s", state: "in_call", seconds: 3, cents: 4 },
    ])
    expect(dialInStateChanged("s", { state: "ended" })).toEqual([
      { _tag: "DialInStateChanged", session: "s", state: "ended" },
    ])
  })
})
