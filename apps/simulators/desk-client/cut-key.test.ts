import { expect, it } from "vitest"
import { isCutKey } from "./cut-key.ts"

const F9 = { key: "F9", ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }

it("the cut key, and no other key, cuts picture and sound", () => {
  expect(isCutKey(F9, "F9", false)).toBe(true)
  expect(isCutKey({ ...F9, key: "F8" }, "F9", false)).toBe(false)
  for (const modifier of ["ctrlKey", "altKey", "metaKey", "shiftKey"]) {
    expect(isCutKey({ ...F9, [modifier]: true }, "F9", false)).toBe(false)
  }
})

it("the cut key does nothing while a text is typed", () => {
  expect(isCutKey(F9, "F9", true)).toBe(false)
})
