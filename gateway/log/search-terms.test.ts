import { Schema } from "effect"
import { expect, it } from "vitest"
import { MAX_OPEN_SESSIONS } from "@foldcast/contracts/client-facts/limits"
import { CommandId, TabId } from "@foldcast/contracts/ids"
import { BrowserFrame, type NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { START, TERMS } from "./event-log.fixtures.ts"
import { MAX_TERMS_PER_MESSAGE } from "./search-terms.ts"

const sessionIds = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `session-${from + index}`)

const restored = (n: number, openSessionIds: ReadonlyArray<string>): NumberedClientFact => ({
  n,
  after: 1,
  at: START,
  fact: {
    _tag: "TabRestored",
    tab: TabId.make("tab-a"),
    slice: { dialog: null, basket: null, openSessionIds },
  },
})

it("notes no more of a message than a bound, however many payments it names", () => {
  const facts = Array.from({ length: 100 }, (_, index) =>
    restored(index + 1, sessionIds(MAX_OPEN_SESSIONS, index * MAX_OPEN_SESSIONS)),
  )
  const terms = TERMS.ofFacts(facts)
  expect(terms).toHaveLength(MAX_TERMS_PER_MESSAGE)
  expect(terms.slice(0, 1)).toEqual(TERMS.asked.payment("session-0"))
})

it("notes what a message names again once", () => {
  const facts = [1, 2, 3].map((n) => restored(n, sessionIds(2)))
  expect(TERMS.ofFacts(facts)).toEqual(sessionIds(2).flatMap(TERMS.asked.payment))
})

it("notes every command and payment of an ordinary message", () => {
  const facts = Array.from({ length: 10 }, (_, index): NumberedClientFact => ({
    n: index + 1,
    after: 1,
    at: START,
    fact: {
      _tag: "CommandSent",
      commandId: CommandId.make(`command-${index}`),
      command: "CheckPayment",
      sessionId: `session-${index}`,
    },
  }))
  const expected = sessionIds(10).flatMap(TERMS.asked.payment)
  expect(TERMS.ofFacts(facts)).toEqual(expect.arrayContaining(expected))
})

it("is not sent more open payments than a tab waits for", () => {
  const frame = (count: number) => ({
    k: "facts",
    visit: "visit-id-a",
    epoch: "e",
    facts: [restored(1, sessionIds(count))],
  })
  const accepts = Schema.is(BrowserFrame)
  expect(accepts(frame(MAX_OPEN_SESSIONS))).toBe(true)
  expect(accepts(frame(MAX_OPEN_SESSIONS + 1))).toBe(false)
})
