import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { attachRequest, keyOf, tabOf } from "./attach-query.ts"

const read = (query: string, lastEventId: string | null = null) =>
  attachRequest(new URLSearchParams(query), lastEventId)

describe("the query of a stream's request", () => {
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
  it("is overruled by Last-Event-ID, which is newer than the address", () => {
    expect(read("visit=abcdefgh&epoch=e1&seq=2", "abcdefgh:e1:9")).toMatchObject({ seq: 9 })
  })
  it.each([
    ["no id of a visit", "A:e1:9"],
    ["no position", "abcdefgh:e1:nine"],
    ["parts that are missing", "abcdefgh:9"],
  ])("is not overruled by a Last-Event-ID with %s", (_, id) => {
    expect(read("visit=abcdefgh&epoch=e1&seq=2", id)).toMatchObject({ epoch: "e1", seq: 2 })
  })
  it.each([
    ["no seq", "epoch=e1", "e1"],
    ["no epoch", "seq=12", ""],
    ["a seq that is no number", "epoch=e1&seq=x", "e1"],
  ])("with a position that has %s is answered by a reset", (_, half, epoch) => {
    expect(read(`visit=abcdefgh&${half}`)).toEqual({
      _tag: "Resume",
      visit: "abcdefgh",
      epoch,
      seq: Number.MAX_SAFE_INTEGER,
    })
  })
  it("accepts a key of 22 to 64 letters, and nothing else", () => {
    const key = "k".repeat(22)
    expect(keyOf(new URLSearchParams({ key }))).toBe(key)
    for (const other of ["", "k".repeat(21), "k".repeat(65), `${key} `])
      expect(keyOf(new URLSearchParams({ key: other }))).toBeNull()
    expect(keyOf(new URLSearchParams())).toBeNull()
  })
  it.effect.prop(
    "is read from any text without throwing",
    [Schema.String, Schema.String],
    ([query, id]) =>
      Effect.sync(() => {
        expect(["New", "Attach", "Resume"]).toContain(read(query, id)._tag)
      }),
  )
  it("gets a tab name where it has none, or a malformed one", () => {
    expect(tabOf(new URLSearchParams("tab=t1"), () => "fresh")).toBe("t1")
    expect(tabOf(new URLSearchParams("tab=%00"), () => "fresh")).toBe("fresh")
    expect(tabOf(new URLSearchParams(), () => "fresh")).toBe("fresh")
  })
})
