import { expect, it } from "vitest"
import { sameKey } from "./same-key.ts"

it("is one for every spelling that the database takes for the same account", () => {
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
