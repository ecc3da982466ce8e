/** What a demo performer does about her messages: the same from the same stored times, soon and not too soon. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { MAX_PHOTOS } from "../../media/picture-name.ts"
import { seededRandom } from "../../seeded-random.ts"
import {
  answerPauseMs,
  LONGEST_PAUSE_MS,
  LOOKS_WITHIN,
  nextStep,
  type OpenConversation,
  SHORTEST_PAUSE_MS,
} from "./message-answers.ts"
import { TO_PICTURES, WITH_PICTURE } from "./message-talk.ts"

const AT = Date.UTC(2026, 10, 20, 20)
const text = fc.constantFrom("hallo", "Hoe gaat het?", "How old are you?", "Heb je een foto?", "?")
const time = fc.nat(600_000).map((ms) => AT + ms)

const open: fc.Arbitrary<OpenConversation> = fc.record({
  performerId: fc.constantFrom("demo_1", "demo_2"),
  isLive: fc.boolean(),
  name: fc.option(fc.constantFrom("sanne", "$&", "n".repeat(64))),
  lang: fc.constantFrom("nl" as const, "en" as const),
  newest: fc.record({ id: fc.uuid(), text: fc.option(text) }),
  written: fc.array(text, { maxLength: 5 }),
  said: fc.option(fc.constantFrom("Haha, echt waar?", "Haha, really?")),
  firstUnreadAt: fc.option(time),
  firstReadAt: fc.option(time),
})
const oneOpen = (changed: Partial<OpenConversation> = {}): OpenConversation => ({
  performerId: "demo_1",
  isLive: true,
  name: "sanne",
  lang: "nl",
  newest: { id: "pm_1", text: "Hallo daar" },
  written: ["Hallo daar"],
  said: null,
  firstUnreadAt: null,
  firstReadAt: AT,
  ...changed,
})
const answers = (changed: (n: number) => Partial<OpenConversation>, count = 200) =>
  Array.from({ length: count }, (_, n) =>
    nextStep("seed", oneOpen({ newest: { id: `pm_${n}`, text: "Hallo daar" }, ...changed(n) })),
  ).flatMap((step) => (step?._tag === "Answer" ? [step] : []))

describe("a demo performer’s next step", () => {
  it("is the same from the same stored times, and there is one wherever something is unanswered", () => {
    fc.assert(
      fc.property(fc.string(), open, (seed, one) => {
        const step = nextStep(seed, one)
        expect(nextStep(seed, { ...one })).toEqual(step)
        expect(step === null).toBe(one.firstUnreadAt === null && one.firstReadAt === null)
      }),
    )
  })

  it("is to look at what she has not read, within bounds, before any answer", () => {
    fc.assert(
      fc.property(fc.string(), open, time, (seed, one, firstUnreadAt) => {
        const step = nextStep(seed, { ...one, firstUnreadAt, firstReadAt: null })
        const [from, to] = one.isLive ? LOOKS_WITHIN.live : LOOKS_WITHIN.away
        expect(step?._tag).toBe("Look")
        expect((step?.at ?? 0) - firstUnreadAt).toBeGreaterThanOrEqual(from)
        expect((step?.at ?? 0) - firstUnreadAt).toBeLessThanOrEqual(to)
      }),
    )
  })

  it("is never later than the longest pause after she looked first, whatever is written meanwhile", () => {
    fc.assert(
      fc.property(fc.string(), open, time, (seed, one, firstReadAt) => {
        const step = nextStep(seed, { ...one, firstReadAt })
        expect((step?.at ?? Infinity) - firstReadAt).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
        if (step?._tag !== "Answer") return
        expect(step.at - firstReadAt).toBeGreaterThanOrEqual(SHORTEST_PAUSE_MS)
      }),
    )
  })

  it("is an answer that reads well, with the name or without one", () => {
    fc.assert(
      fc.property(fc.string(), open, time, (seed, one, firstReadAt) => {
        const step = nextStep(seed, { ...one, firstUnreadAt: null, firstReadAt })
        if (step?._tag !== "Answer") throw new Error("she answers what she has read")
        expect(step.text.length).toBeLessThanOrEqual(MAX_MESSAGE_CHARACTERS)
        expect(step.text).toMatch(/^\p{Lu}/u)
        expect(step.text).not.toMatch(/[{}]| [,.!?]/u)
        expect(step.text).not.toBe(one.said)
        if (step.picture !== null) {
          expect(Number(step.picture)).toBeGreaterThanOrEqual(1)
          expect(Number(step.picture)).toBeLessThanOrEqual(MAX_PHOTOS)
        }
      }),
    )
  })
})

describe("the pause before an answer", () => {
  it("is bounded, and longer for a longer answer", () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(300), fc.string(), (one, other, seed) => {
        const pause = (length: number) => answerPauseMs(length, 1, seededRandom(seed))
        const [short, long] = [Math.min(one, other), Math.max(one, other)]
        expect(pause(short)).toBeLessThanOrEqual(pause(long))
        expect(pause(short)).toBeGreaterThanOrEqual(SHORTEST_PAUSE_MS)
        expect(pause(long)).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
      }),
    )
  })
})

describe("a demo performer’s answer", () => {
  it("is in the language of what was written, whatever the site’s", () => {
    const english = answers(() => ({ written: ["How are you?"], lang: "nl" }))
    const dutch = answers(() => ({ written: ["Hoe gaat het?"], lang: "en" }))
    const texts = new Set(dutch.map((one) => one.text))
    expect(english.some((one) => texts.has(one.text))).toBe(false)
  })

  it("comes with a picture now and then, and mostly where one was asked for", () => {
    const share = (text: string) => {
      const all = answers((n) => ({ newest: { id: `pm_${n}`, text } }))
      const withPicture = all.filter(({ picture }) => picture !== null)
      for (const one of withPicture) {
        expect(WITH_PICTURE.nl.map((line) => line.replace("{name}", "sanne"))).toContain(one.text)
      }
      return withPicture.length / all.length
    }
    expect(share("Hallo daar")).toBeGreaterThan(0)
    expect(share("Hallo daar")).toBeLessThan(0.2)
    expect(share("Heb je een foto voor me?")).toBeGreaterThan(0.5)
  })

  it("to a picture is about the picture", () => {
    const plain = answers((n) => ({ newest: { id: `pm_${n}`, text: null } })).filter(
      ({ picture }) => picture === null,
    )
    const known = TO_PICTURES.nl.map((line) => line.replace("{name}", "sanne"))
    for (const one of plain) expect(known).toContain(one.text)
  })
})
