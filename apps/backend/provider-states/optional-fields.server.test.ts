/** The examples include every optional field of an upstream event, so that contracts verify it. */
import { describe, expect, it } from "vitest"
import { optionalFields } from "@foldcast/contracts/optional-fields.fixture"
import {
  CHAT_EVENT_NAMES,
  CHAT_EVENTS,
  TIME_EVENTS,
} from "@foldcast/contracts/upstream/chat-socket"
import { MEMBER_EVENT_NAMES, MEMBER_EVENTS } from "@foldcast/contracts/upstream/member-socket"
import { CHAT_EXAMPLES } from "./chat-examples.ts"
import { EVENT_EXAMPLES } from "./event-examples.ts"

const missing = (fields: ReadonlyArray<string>, examples: ReadonlyArray<object>) => {
  const shown = new Set(examples.flatMap((example) => Object.keys(example)))
  return fields.filter((field) => !shown.has(field))
}

describe("an optional field stands in an example", () => {
  it.each(CHAT_EVENT_NAMES)("of the chat socket's %s", (name) => {
    // Every event may name its session.
    const fields = optionalFields(CHAT_EVENTS[name]).filter((field) => field !== "session")
    expect(missing(fields, [CHAT_EXAMPLES[name]])).toEqual([])
  })

  it("of a custom event of paid time", () => {
    const { name, data } = CHAT_EXAMPLES.custom
    expect(name).toBe("paid-time-charged")
    expect(missing(optionalFields(TIME_EVENTS["paid-time-charged"]), [data as object])).toEqual([])
  })

  it.each(MEMBER_EVENT_NAMES)("of the member socket's %s", (name) => {
    expect(missing(optionalFields(MEMBER_EVENTS[name]), [EVENT_EXAMPLES[name]])).toEqual([])
  })
})
