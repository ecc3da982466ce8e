import { expect, it } from "vitest"
import { newFacts } from "./fact-order.ts"

const fact = (n: number, after: number) =>
  ({ n, after, at: 0, fact: { _tag: "WalletOpened" } }) as const
const standing = { head: 7, n: 3, factsAfter: 4 }

it("new client facts are taken in the order of their numbers, however they came", () => {
  const facts = [fact(5, 7), fact(4, 4), fact(9, 7)]
  expect(newFacts(standing, facts)).toEqual({
    facts: [fact(4, 4), fact(5, 7), fact(9, 7)],
    factsAfter: 7,
  })
})

it("a client fact that is sent again is left out, whatever position it now names", () => {
  const again = [fact(1, 0), fact(2, 4), fact(3, 1)]
  expect(newFacts(standing, again)).toEqual({ facts: [], factsAfter: 4 })
  expect(newFacts(standing, [...again, fact(4, 5)])).toEqual({
    facts: [fact(4, 5)],
    factsAfter: 5,
  })
})

it("a client fact after a position that the visit does not have is refused", () => {
  expect(newFacts(standing, [fact(4, 8)])).toBeNull()
  expect(newFacts(standing, [fact(4, 4), fact(5, 8)])).toBeNull()
  expect(newFacts(standing, [fact(1, 8)])).toBeNull()
})

it("client facts whose positions go back while their numbers grow are refused", () => {
  expect(newFacts(standing, [fact(4, 3)])).toBeNull()
  expect(newFacts(standing, [fact(4, 6), fact(5, 5)])).toBeNull()
  expect(newFacts(standing, [fact(5, 5), fact(4, 6)])).toBeNull()
})
