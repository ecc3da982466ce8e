import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { attachRequest, tabOf } from "./attach-query.ts"

const read = (query: string, lastEventId: string | null = null) =>
  attachRequest(new URLSearchParams(query), lastEventId)

describe("the stream's query", () => {
  it("attaches a page's visit by its name alone", () => {
    expect(read("tab=t&visit=abcdefgh")).toEqual({ _tag: "Attach", visit: "abcdefgh" })
  })
  it("resumes with visit, epoch and seq", () => {
    expect(read("visit=abcdefgh&epoch=e1&seq=12")).toEqual({
      _tag: "Resume",
      visit: "abcdefgh",
      epoch: "e1",
      seq: 12,
    })
  })
  it("begins a new visit with neither", () => {
    expect(read("tab=t")).toEqual({ _tag: "New" })
  })
  it("lets Last-Event-ID win: it is newer than the address", () => {
    expect(read("visit=abcdefgh&epoch=e1&seq=2", "abcdefgh:e1:9")).toMatchObject({ seq: 9 })
  })
  it("takes half a position for none, which an honest reset answers", () => {
    expect(read("visit=abcdefgh&epoch=e1")).toMatchObject({
      _tag: "Resume",
      seq: Number.MAX_SAFE_INTEGER,
    })
  })
  it.effect.prop("throws on nothing", [Schema.String, Schema.String], ([query, id]) =>
    Effect.sync(() => {
      expect(["New", "Attach", "Resume"]).toContain(read(query, id)._tag)
    }),
  )
  it("gives a tab that names none, or a malformed one, a name", () => {
    expect(tabOf(new URLSearchParams("tab=t1"), () => "fresh")).toBe("t1")
    expect(tabOf(new URLSearchParams("tab=%00"), () => "fresh")).toBe("fresh")
    expect(tabOf(new URLSearchParams(), () => "fresh")).toBe("fresh")
  })
})
