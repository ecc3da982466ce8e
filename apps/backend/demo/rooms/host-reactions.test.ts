/** The reactions of demo performers: the same for the same seed and evening. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { TIP_TYPES, TOY_TIPS } from "@foldcast/contracts/chat-rules"
import type { HostEvent } from "../../chat/room-model/room-event.ts"
import { isValidMessage } from "../../chat/room-model/message-text.ts"
import { type PlannedAction, NEW_HOST_MEMORY, hostReactions } from "./host-reactions.ts"

const lang = fc.constantFrom("nl" as const, "en" as const)
const who = { session: fc.constantFrom("cs_1", "cs_2"), nickname: fc.constantFrom("sanne", "noor") }

const kind = fc.oneof(
  fc.record({ _tag: fc.constant("Credits" as const), tipType: fc.constantFrom(...TIP_TYPES) }),
  fc
    .constantFrom(...TOY_TIPS)
    .map(({ intensity, level }) => ({ _tag: "Toy" as const, intensity, level })),
)

const event: fc.Arbitrary<HostEvent> = fc.oneof(
  fc.record({
    _tag: fc.constant("Joined" as const),
    ...who,
    mode: fc.constantFrom("free" as const, "chat" as const, "vip" as const),
    isGuest: fc.boolean(),
    lang,
  }),
  fc.record({
    _tag: fc.constant("Said" as const),
    ...who,
    message: fc.constantFrom("hallo", "hoe gaat het?"),
    isPrivate: fc.boolean(),
    lang,
  }),
  fc.record({
    _tag: fc.constant("Tipped" as const),
    ...who,
    amount: fc.constant(150),
    kind,
    message: fc.constant(""),
    isPublic: fc.boolean(),
    lang,
  }),
  fc.record({ _tag: fc.constant("VipRequested" as const), ...who, lang }),
  fc.record({ _tag: fc.constant("CamBack" as const), ...who, isOn: fc.boolean() }),
  fc.record({ _tag: fc.constant("Left" as const), ...who }),
  fc.record({
    _tag: fc.constant("Renamed" as const),
    from: who.nickname,
    to: fc.constant("another"),
  }),
)

const evening = (seed: string, events: ReadonlyArray<HostEvent>) => {
  let mood = NEW_HOST_MEMORY
  const intents: Array<PlannedAction> = []
  for (const [index, one] of events.entries()) {
    const next = hostReactions(seed, one, mood, index * 5_000)
    mood = next.mood
    intents.push(...next.intents)
  }
  return intents
}

describe("a demo performer", () => {
  it("does the same on the same evening, after a pause, in lines that a room accepts", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(event, { maxLength: 30 }), (seed, events) => {
        const intents = evening(seed, events)
        expect(evening(seed, events)).toEqual(intents)
        for (const { afterMs, act } of intents) {
          expect(afterMs).toBeGreaterThanOrEqual(900)
          if (act._tag === "Say") {
            expect(isValidMessage(act.text)).toBe(true)
            expect(act.text).not.toContain("{")
          }
        }
      }),
    )
  })

  it("answers a private message privately, in the visitor's language", () => {
    const said = { _tag: "Said", session: "cs_1", nickname: "sanne", message: "hi?" } as const
    const [answer] = evening("a", [{ ...said, isPrivate: true, lang: "en" }])
    expect(answer?.act).toMatchObject({ _tag: "Say", to: "cs_1" })
    const [open] = evening("a", [{ ...said, isPrivate: false, lang: "nl" }])
    expect(open?.act).toMatchObject({ _tag: "Say", to: null })
  })

  it("answers what is often asked with what fits it, in both languages", () => {
    const answer = (message: string, lang: "nl" | "en") => {
      const said = { _tag: "Said", session: "cs_1", nickname: "sanne", isPrivate: true } as const
      const [first] = evening("a", [{ ...said, message, lang }])
      return first?.act._tag === "Say" ? first.act.text : null
    }
    expect(answer("Hoi, hoe is het?", "nl")).toMatch(/^(?:Goed|Prima),/u)
    expect(answer("How are you", "en")).toMatch(/^(?:I’m good|Fine),/u)
    expect(answer("Hoe heet je?", "nl")).toContain("naam")
    expect(answer("Where do you live?", "en")).toContain("profile")
  })

  it("thanks for a tip before everybody, and for a private one before its giver alone", () => {
    const tip = {
      _tag: "Tipped",
      session: "cs_1",
      nickname: "sanne",
      amount: 50,
      message: "",
      lang: "en",
    } as const
    for (const kind of [
      { _tag: "Credits", tipType: "kiss" },
      { _tag: "Toy", intensity: "low", level: 1 },
    ] as const) {
      const thanks = (isPublic: boolean, session: string | null = tip.session) =>
        evening("a", [{ ...tip, kind, isPublic, session }])
      const to = (planned: ReadonlyArray<PlannedAction>) => {
        const said = planned.find(({ act }) => act._tag === "Say")?.act
        return said?._tag === "Say" ? said.to : undefined
      }
      expect([to(thanks(true)), to(thanks(true, null)), to(thanks(false))]).toEqual([
        null,
        null,
        "cs_1",
      ])
      // Its giver is not there to hear it.
      expect(thanks(false, null)).toEqual([])
    }
  })

  it("laughs at every tip, before she has typed her thanks", () => {
    for (const tipType of TIP_TYPES) {
      const tip = {
        _tag: "Tipped",
        session: "cs_1",
        nickname: "sanne",
        amount: 50,
        message: "",
      } as const
      const [laugh, thanks] = evening("a", [
        { ...tip, kind: { _tag: "Credits", tipType }, isPublic: true, lang: "nl" },
      ])
      expect([laugh?.act._tag, thanks?.act._tag]).toEqual(["Laugh", "Say"])
      expect(laugh?.afterMs).toBeLessThanOrEqual(thanks?.afterMs ?? 0)
    }
  })

  it("accepts most requests for VIP, and declines some with a reason", () => {
    const request = {
      _tag: "VipRequested",
      session: "cs_1",
      nickname: "sanne",
      lang: "nl",
    } as const
    const acts = Array.from({ length: 200 }, (_, seed) => evening(`${seed}`, [request])[0]?.act)
    const accepted = acts.filter((act) => act?._tag === "Accept").length
    expect(accepted).toBeGreaterThan(140)
    expect(accepted).toBeLessThan(195)
    expect(acts.find((act) => act?._tag === "Decline")).toMatchObject({
      reason: expect.any(String),
    })
  })

  it("greets some of those who come in, and everybody who pays", () => {
    const joined = { _tag: "Joined", session: "cs_1", nickname: "sanne", isGuest: false } as const
    const free = { ...joined, mode: "free", lang: "nl" } as const
    expect(evening("a", [free, free])).toHaveLength(1)
    expect(evening("a", [free, { ...free, mode: "chat" }])).toHaveLength(2)
  })
})
