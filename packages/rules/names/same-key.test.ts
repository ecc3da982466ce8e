import { expect, it } from "vitest"
import { keysOf, sameKey } from "./same-key.ts"

it("the key of an address is one for both spellings of its domain, and leaves everything else as it is", () => {
  const key = "anna@xn--bcher-kva.example"
  for (const spelling of [
    "anna@bücher.example",
    "Anna@BÜCHER.example",
    "anna@bu\u0308cher.example",
    "anna@XN--BCHER-KVA.example",
  ])
    expect(sameKey(spelling)).toBe(key)
  expect(sameKey(key)).toBe(key)
  for (const other of ["bücher", "an@na", "anna@", "a@b@[1.2.3.4]", "anna@-.example", "xn--bcher"])
    expect(sameKey(other)).toBe(other)
  expect(keysOf("anna@bücher.example")).toEqual([key, "anna@bücher.example"])
  expect(keysOf("anna@mail.example")).toEqual(["anna@mail.example"])
})

it("the key of an address is one for every spelling that the database takes for the same account", () => {
  for (const spelling of [
    "anna@mail.example",
    " ANNA@mail.example ",
    "ａｎｎａ@mail.example",
    "anna@mａil.example",
    "\u202Aanna@\u200Bmail.exam\u00ADple\u202C\u00A0",
  ])
    expect(sameKey(spelling)).toBe("anna@mail.example")
  expect(sameKey("anne@mail.example")).not.toBe("anna@mail.example")
})
