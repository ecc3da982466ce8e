import { array, assert, integer, nat, property } from "fast-check"
import { describe, expect, it } from "vitest"
import type { ConversationAnswer, PrivateMessage } from "@foldcast/contracts/queries/conversations"
import { MESSAGES_PER_PAGE } from "@foldcast/contracts/private-message"
import { message } from "../../screens/conversations.fixture.ts"
import {
  type ConversationHistory,
  historyOf,
  meets,
  olderPage,
  withKnown,
  withOlder,
} from "./conversation-history.ts"

const P = "p1"
const NOW = { visit: "v1", heardCount: 0 }
const written = (count: number): ReadonlyArray<PrivateMessage> =>
  Array.from({ length: count }, (_, n) => message(n, "performer", P))

/** A page as the service tells it: counted from the newest message, the oldest first. */
const page = (
  all: ReadonlyArray<PrivateMessage>,
  number: number,
  limit = MESSAGES_PER_PAGE,
): ConversationAnswer => {
  const end = Math.max(0, all.length - number * limit)
  const start = Math.max(0, end - limit)
  return {
    id: "c1",
    other: { id: P, username: "Mila" },
    messages: all.slice(start, end),
    nextPage: start > 0 ? number + 1 : null,
    unread: 0,
    deleted: false,
    updatedAt: 0,
    mayWrite: true,
  }
}

const ids = ({ messages }: ConversationHistory) => messages.map(({ id }) => id)

/** Asks for older pages as the messenger does, while messages come. */
const loadAll = (count: number, arrivals: ReadonlyArray<number>) => {
  let all = written(count)
  let history = historyOf(page(all, 0), NOW)
  let asked = 0
  for (let turn = 0; history.hasOlder; turn += 1) {
    all = written(all.length + (arrivals[turn] ?? 0))
    const before = history.messages.length
    let number = olderPage(history)
    while (history.hasOlder && history.messages.length === before) {
      history = withOlder(history, page(all, number))
      number += 1
      asked += 1
    }
  }
  return { history, asked, all }
}

describe("a history that is loaded page by page", () => {
  it("holds every message from its first to where it began, in order, whatever comes meanwhile [MSG-16]", () => {
    assert(
      property(
        integer({ min: 1, max: 130 }),
        array(nat(50), { maxLength: 6 }),
        (count, arrivals) => {
          const { history } = loadAll(count, arrivals)
          const known = ids(history)
          expect(known).toEqual([...new Set(known)].toSorted())
          expect(known.slice(0, count)).toEqual(written(count).map(({ id }) => id))
        },
      ),
    )
  })

  it("asks for one page at a time", () => {
    expect(loadAll(100, []).asked).toBe(4)
  })

  it("stands in the order of writing, also of two in one millisecond and of ids of other lengths", () => {
    const at = message(1, "member", P).createdAt
    const told = ["10", "9", "8"].map((id) => ({ ...message(1, "member", P), id, createdAt: at }))
    expect(ids(historyOf({ ...page([], 0), messages: told }, NOW))).toEqual(["8", "9", "10"])
  })
})

describe("a history that is asked for again", () => {
  const long = loadAll(100, []).history

  it("keeps what was loaded before, and takes what is new", () => {
    const all = written(105)
    const again = historyOf(page(all, 0), NOW)
    expect(meets(long, again)).toBe(true)
    expect(ids(withKnown(long, again))).toEqual(all.map(({ id }) => id))
  })

  it("does not meet what it knew while something may stand between, and meets it after more pages", () => {
    const all = written(145)
    const again = historyOf(page(all, 0), NOW)
    expect(meets(long, again)).toBe(false)
    const longer = withOlder(withOlder(again, page(all, 1)), page(all, 2))
    expect(meets(long, longer)).toBe(true)
    expect(ids(withKnown(long, longer))).toEqual(all.map(({ id }) => id))
  })

  it("forgets what the service does not tell any more", () => {
    expect(ids(withKnown(long, historyOf(page([], 0), NOW)))).toEqual([])
  })
})
