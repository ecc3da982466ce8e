import { describe, expect, it } from "vitest"
import { actionOfKey, type KeyedView } from "./lightbox-keys.ts"
import { UNZOOMED } from "./zoom.ts"

const PLAIN = { altKey: false, ctrlKey: false, metaKey: false }
const VIEW: KeyedView = { zoom: UNZOOMED, pagination: true, isRightToLeft: false }
const CLOSER: KeyedView = { ...VIEW, zoom: { scale: 2, x: 0, y: 0 } }
const of = (key: string, view = VIEW) => actionOfKey({ ...PLAIN, key }, view)

describe("a key in the lightbox", () => {
  it("turns the pages of whole pictures, mirrored in right-to-left text", () => {
    expect(of("ArrowRight")).toEqual({ _tag: "Turn", to: "next" })
    expect(of("ArrowRight", { ...VIEW, isRightToLeft: true })).toEqual({
      _tag: "Turn",
      to: "previous",
    })
    expect(of("Home")).toEqual({ _tag: "Turn", to: "first" })
    expect(of("ArrowRight", { ...VIEW, pagination: false })).toBeNull()
  })

  it("moves an enlarged picture, and still turns to the ends", () => {
    expect(of("ArrowRight", CLOSER)).toEqual({ _tag: "Move", by: { x: -80, y: 0 } })
    expect(of("ArrowDown", CLOSER)).toEqual({ _tag: "Move", by: { x: 0, y: -80 } })
    expect(of("End", CLOSER)).toEqual({ _tag: "Turn", to: "last" })
  })

  it("zooms in, out, and back to the whole picture", () => {
    expect(["+", "=", "-", "0"].map((key) => of(key))).toEqual(
      ["closer", "closer", "farther", "whole"].map((how) => ({ _tag: "Zoom", how })),
    )
  })

  it("is left to the browser with a modifier, and where it means nothing", () => {
    expect(actionOfKey({ ...PLAIN, ctrlKey: true, key: "+" }, VIEW)).toBeNull()
    expect(actionOfKey({ ...PLAIN, altKey: true, key: "ArrowLeft" }, VIEW)).toBeNull()
    expect([of("Tab"), of("toString"), of("a")]).toEqual([null, null, null])
  })
})
