import { expect, it } from "vitest"
import { deletedAccountLine, deletedAccountsIn } from "./deleted-accounts.ts"

const AT = new Date("2026-11-23T03:00:00Z")
const anna = { hash: "a".repeat(64), sessions: ["an_index-1", "an_index-2"] }
const ben = { hash: "b".repeat(64), sessions: [] }

it("the list of deleted accounts reads back what was added, and goes on behind a line that was cut", () => {
  const cut = deletedAccountLine(anna, AT).slice(0, 40)
  const text = deletedAccountLine(anna, AT) + cut + deletedAccountLine(ben, AT) + cut
  expect(deletedAccountsIn(text)).toEqual([anna, ben])
  expect(deletedAccountsIn("")).toEqual([])
})
