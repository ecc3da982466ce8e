/** Old logs stay readable (law L6). The fixtures of old events are never deleted. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Event, EVENT_TAGS, FACT_TRAITS } from "./event.ts"
import { OLD_EVENTS } from "./old-events.fixtures.ts"
import { upcast, UPCASTERS, type Upcasters } from "./upcasters.ts"

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

  it("say so when a step is missing", () => {
    expect(upcast(renamed, { _tag: "GuestGreeted" }, 1, 4)).toBeUndefined()
    expect(upcast(renamed, { _tag: "Unheard" }, 1, 2)).toBeUndefined()
    expect(upcast(renamed, { _tag: "toString" }, 1, 2)).toBeUndefined()
  })

  it("leave no older version of a fact without its step", () => {
    const missing = EVENT_TAGS.flatMap((tag) =>
      Array.from({ length: FACT_TRAITS[tag].v - 1 }, (_, index) => index + 1)
        .filter((v) => UPCASTERS[tag]?.[v] === undefined)
        .map((v) => `${tag} ${v}`),
    )
    expect(missing).toEqual([])
  })

  it("keep a fixture of every version of every fact, and make each readable today", () => {
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
