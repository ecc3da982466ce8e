import { Schema } from "effect"
import { expect, it } from "vitest"
import { MAX_OPEN_SESSIONS } from "@foldcast/contracts/client-facts/limits"
import { EventId, TabId } from "@foldcast/contracts/ids"
import { BrowserFrame, type NumberedClientFact } from "@foldcast/contracts/stream/frames"
import { START, TERMS } from "./visit-log.fixtures.ts"
import { MAX_TERMS_PER_MESSAGE } from "./search-terms.ts"

const sessionIds = (count: number) =>
  Array.from({ length: count }, (_, index) => `session-${index}`)

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

const answered = (n: number, reference: string): NumberedClientFact => ({
  n,
  after: 1,
  at: START,
  fact: { _tag: "AnswerApplied", key: "/api/performers", status: 503, hash: "", reference },
})

const references = (count: number) =>
  Array.from({ length: count }, (_, index) => `7K3M-${String(index).padStart(4, "0")}`)

it("the search terms of a message are limited, however many references it names", () => {
  const named = references(100)
  const terms = TERMS.ofFacts(named.map((reference, index) => answered(index + 1, reference)))
  expect(terms).toEqual(
    named.slice(0, MAX_TERMS_PER_MESSAGE).flatMap((reference) => TERMS.asked.reference(reference)),
  )
})

it("the search terms of a message have each of them once", () => {
  const [reference = ""] = references(1)
  const facts = [1, 2, 3].map((n) => answered(n, reference))
  expect(TERMS.ofFacts(facts)).toEqual(TERMS.asked.reference(reference))
})

it("an address is found by either spelling of its domain, also where it was noted under one of them", () => {
  const noted = TERMS.ofEvent({
    id: EventId.make("event-0001"),
    event: {
      _tag: "MemberLoaded",
      username: "anna",
      capName: "Anna",
      email: "anna@bücher.example",
      verified: true,
      endUserText: null,
      lander: null,
      showChangeUsername: false,
      welcomed: false,
    },
  })
  const { email } = TERMS.asked
  expect(noted).toHaveLength(1)
  expect(email("anna@xn--bcher-kva.example")).toEqual(noted)
  expect(email("Anna@Bücher.example")).toEqual([...noted, expect.stringMatching(/^email:/u)])
  expect(new Set(email("anna@bücher.example")).size).toBe(2)
})

it("a frame with more open payments than a tab waits for is refused", () => {
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
