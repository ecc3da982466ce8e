/** Every optional field of a fact stands in one example at least: what no example has, no reader is tried with. */
import { Schema } from "effect"
import { expect, it } from "vitest"
import { EVENT_TAGS, FACT_SCHEMAS } from "./stream/event.ts"
import { OLD_EVENTS } from "./stream/old-events.fixtures.ts"
import { Tracking } from "./stream/visit.ts"
import { optionalFields } from "./optional-fields.fixture.ts"

it.each(EVENT_TAGS)("an example of %s from an old log shows each of its optional fields", (tag) => {
  const examples = OLD_EVENTS.flatMap(({ event }) => (event._tag === tag ? [event] : []))
  const shown = new Set(examples.flatMap((event) => Object.keys(event)))
  expect(optionalFields(FACT_SCHEMAS[tag]).filter((field) => !shown.has(field))).toEqual([])
})

it("an example from an old log shows each of the parameters that links carry", () => {
  const shown = new Set(
    OLD_EVENTS.flatMap(({ event }) => Object.keys((event["tracking"] as object | undefined) ?? {})),
  )
  expect(optionalFields(Tracking).filter((field) => !shown.has(field))).toEqual([])
})

it("an optional field is told from a required one", () => {
  const shape = Schema.Struct({ always: Schema.String, perhaps: Schema.optionalKey(Schema.String) })
  expect(optionalFields(shape)).toEqual(["perhaps"])
})
