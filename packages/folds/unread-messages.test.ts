import { describe, expect, it } from "vitest"
import type { Event } from "@foldcast/contracts/stream/event"
import { INITIAL_STATE } from "./initial-state.ts"
import { envelopeOf } from "./log.fixtures.ts"
import { foldAll } from "./site.ts"

const after = (...events: ReadonlyArray<Event>) =>
  foldAll(
    INITIAL_STATE,
    events.map((event, index) => ({
      kind: "event" as const,
      envelope: envelopeOf(event, index + 1),
    })),
  ).unreadMessages

const counted = (count: number): Event => ({ _tag: "UnreadCounted", count })

describe("how many messages are unread", () => {
  it("is what was counted last", () => {
    expect(after(counted(3), counted(0))).toBe(0)
  })

  it("is not known before, after a log-out, and after a new beginning", () => {
    expect(after()).toBeUndefined()
    expect(after(counted(3), { _tag: "LoggedOut", reason: "requested" })).toBeUndefined()
    expect(after(counted(3), { _tag: "StreamReset", reason: "unknown" })).toBeUndefined()
  })
})
