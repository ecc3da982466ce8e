/** Old logs stay readable (law L6). The fixtures of old events are never deleted. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Event, EVENT_TAGS, FACT_TRAITS } from "./event.ts"
import { OLD_EVENTS } from "./old-events.fixtures.ts"
import { presentVersion, upcast, UPCASTERS, type Upcasters } from "./upcasters.ts"

const renamed: Upcasters = {
  GuestGreeted: {
    1: ({ text, ...rest }) => ({ ...rest, greeting: text }),
    2: (event) => ({ ...event, locale: "nl" }),
  },
}

describe("upcasters", () => {
  it("carry an event through every version in turn", () => {
    const old = { _tag: "GuestGreeted", text: "hello" }
    expect(upcast(renamed, old, 1, 3)).toEqual({
      _tag: "GuestGreeted",
      greeting: "hello",
      locale: "nl",
    })
    expect(upcast(renamed, { _tag: "GuestGreeted", greeting: "hi" }, 2, 3)).toEqual({
      _tag: "GuestGreeted",
      greeting: "hi",
      locale: "nl",
    })
    expect(upcast(renamed, old, 3, 3)).toBe(old)
    expect(old).toEqual({ _tag: "GuestGreeted", text: "hello" })
  })

  it("fail by name when a step is missing", () => {
    expect(upcast(renamed, { _tag: "GuestGreeted" }, 1, 4)).toBeUndefined()
    expect(upcast(renamed, { _tag: "Unheard" }, 1, 2)).toBeUndefined()
    expect(upcast(renamed, { _tag: "toString" }, 1, 2)).toBeUndefined()
  })

  it("know the version of a fact", () => {
    expect(presentVersion("GuestGreeted", renamed)).toBe(3)
    for (const tag of ["Unheard", "toString"]) expect(presentVersion(tag, renamed)).toBe(1)
    expect(FACT_TRAITS.CreditsChanged).toEqual({ v: 1, scope: "member" })
  })

  it("exist for known facts only, and leave no version without its step", () => {
    for (const [tag, steps] of Object.entries(UPCASTERS)) {
      expect(EVENT_TAGS).toContain(tag)
      const versions = Array.from({ length: presentVersion(tag) - 1 }, (_, index) => `${index + 1}`)
      expect(Object.keys(steps)).toEqual(versions)
    }
  })

  it("have a fixture of every version of every fact, and make each readable today", () => {
    for (const tag of EVENT_TAGS)
      for (let v = 1; v <= FACT_TRAITS[tag].v; v++) {
        const fixtures = OLD_EVENTS.filter((old) => old.event._tag === tag && old.v === v)
        expect(fixtures.length, `${tag} version ${v} has no fixture`).toBeGreaterThan(0)
        for (const { event } of fixtures) {
          const present = upcast(UPCASTERS, event, v, FACT_TRAITS[tag].v)
          expect(Schema.decodeUnknownSync(Event)(present)).toMatchObject({ _tag: tag })
        }
      }
  })
})
