import { expect, it } from "vitest"
import { newFacts } from "./fact-order.ts"

const fact = (n: number, after: number) =>
  ({ n, after, at: 0, fact: { _tag: "WalletOpened" } }) as const
const standing = { head: 7, n: 3, factsAfter: 4 }

it("takes what is new in the order of its numbers, however it came", () => {
  const facts = [fact(5, 7), fact(4, 4), fact(9, 7)]
  expect(newFacts(standing, facts)).toEqual({
    facts: [fact(4, 4), fact(5, 7), fact(9, 7)],
    factsAfter: 7,
  })
})

it("leaves out what is sent again, whatever it says it came after", () => {
  const again = [fact(1, 0), fact(2, 4), fact(3, 1)]
  expect(newFacts(standing, again)).toEqual({ facts: [], factsAfter: 4 })
  expect(newFacts(standing, [...again, fact(4, 5)])).toEqual({
    facts: [fact(4, 5)],
    factsAfter: 5,
  })
})

it("takes none after a position that the visit does not have", () => {
  expect(newFacts(standing, [fact(4, 8)])).toBeNull()
  expect(newFacts(standing, [fact(4, 4), fact(5, 8)])).toBeNull()
  expect(newFacts(standing, [fact(1, 8)])).toBeNull()
})

it("takes none whose position runs back while its number grows", () => {
  expect(newFacts(standing, [fact(4, 3)])).toBeNull()
  expect(newFacts(standing, [fact(4, 6), fact(5, 5)])).toBeNull()
  expect(newFacts(standing, [fact(5, 5), fact(4, 6)])).toBeNull()
})
