import { expect, it } from "vitest"
import { isCut } from "./length-limit.ts"

const field = (value: string, selectionStart = value.length, selectionEnd = selectionStart) => ({
  value,
  selectionStart,
  selectionEnd,
  maxLength: 10,
})

it("a paste that is longer than what is left of the field is cut [TEXT-06]", () => {
  expect(isCut(field("Good "), "x".repeat(5))).toBe(false)
  expect(isCut(field("Good "), "x".repeat(6))).toBe(true)
})

it("a paste is measured without what it replaces and without its line breaks [TEXT-06]", () => {
  expect(isCut(field("Good night", 0, 10), "x".repeat(10))).toBe(false)
  expect(isCut(field(""), "12345\r\n67890\n")).toBe(false)
})

it("a paste is not cut where the field has no selection [TEXT-06]", () => {
  expect(isCut({ ...field("Good "), selectionStart: null, selectionEnd: null }, "five!")).toBe(
    false,
  )
})
