import { array, assert, boolean, nat, property, record } from "fast-check"
import { describe, expect, it } from "vitest"
import type { CommandId } from "@foldcast/contracts/ids"
import type { PrivateMessage } from "@foldcast/contracts/queries/conversations"
import { NOTHING_HEARD } from "@foldcast/folds/messages"
import type {
  ConversationEvent,
  HeardOfConversation,
  MessagesState,
  OutgoingMessage,
} from "@foldcast/folds/site-state"
import { message, received, sent } from "../../screens/conversations.fixture.ts"
import { type ConversationHistory, historyOf } from "./conversation-history.ts"
import { conversationBegun, shownMessages } from "./shown-messages.ts"

const P = "p1"
const isOwn = (receiver: string) => receiver === P

const heardOf = (
  ...events: ReadonlyArray<ConversationEvent | readonly [ConversationEvent, string]>
): MessagesState => {
  const heard = events.map((one, index): HeardOfConversation => {
    const [event, cause] = "_tag" in one ? [one, null] : one
    return { n: index + 1, event, cause }
  })
  return { ...NOTHING_HEARD, heard, heardCount: heard.length }
}

const loaded = (messages: ReadonlyArray<PrivateMessage>, heardCount = 0): ConversationHistory =>
  historyOf(
    {
      id: "c1",
      other: { id: P, username: "Mila" },
      messages,
      nextPage: null,
      unread: 0,
      deleted: false,
      updatedAt: 0,
      mayWrite: true,
    },
    { visit: "v1", heardCount },
  )

const shown = (
  history: ConversationHistory | undefined,
  messages: MessagesState,
  conversationId: string | null = "c1",
) => shownMessages({ conversationId, performerId: P, history, messages, visit: "v1", isOwn })

const outgoing = (
  commandId: string,
  text: string,
  sending: OutgoingMessage["sending"] = { _tag: "Sending" },
): OutgoingMessage => ({
  commandId: commandId as CommandId,
  performerId: P,
  at: message(100, "member", P).createdAt,
  content: { _tag: "Text", text },
  sending,
})

describe("an own message", () => {
  it("is sent, then delivered, then read, in one element all along [MSG-26, MSG-36]", () => {
    const mine = message(100, "member", P, { text: "Hi", read: false })
    const steps: ReadonlyArray<MessagesState> = [
      { ...NOTHING_HEARD, outgoing: [outgoing("k1", "Hi")] },
      heardOf([sent("c1", P, mine), "k1"]),
      heardOf([sent("c1", P, mine), "k1"], received("c1", mine)),
      heardOf([sent("c1", P, mine), "k1"], received("c1", mine), {
        _tag: "MessageRead",
        conversationId: "c1",
        messageId: mine.id,
        reader: "performer",
      }),
    ]
    const seen = steps.map((state) => shown(loaded([]), state))
    expect(seen.map((rows) => rows.map(({ status }) => status))).toEqual([
      ["Sending"],
      ["Sent"],
      ["Delivered"],
      ["Read"],
    ])
    expect(new Set(seen.flat().map(({ key }) => key))).toEqual(new Set(["k1"]))
  })

  it("stands once where its event is faster than its answer, and beside another of the same words", () => {
    const [first, second] = [message(100, "member", P), message(101, "member", P)].map((one) => ({
      ...one,
      text: "Hi",
    })) as [PrivateMessage, PrivateMessage]
    const both = [outgoing("k1", "Hi"), outgoing("k2", "Hi")]
    const echoed = { ...heardOf(received("c1", first)), outgoing: both }
    expect(shown(loaded([]), echoed).map(({ key, status }) => [key, status])).toEqual([
      ["k1", "Delivered"],
      ["k2", "Sending"],
    ])
    const known = heardOf(
      received("c1", first),
      [sent("c1", P, first), "k1"],
      received("c1", second),
    )
    expect(shown(loaded([]), { ...known, outgoing: [outgoing("k2", "Hi")] })).toHaveLength(2)
  })

  it("that failed for certain stays beside a line of the same words from another tab", () => {
    const failed = outgoing("k1", "Hi", { _tag: "Failed", label: "x", mayBeSent: false })
    const other = message(100, "member", P, { text: "Hi" })
    const state = { ...heardOf(received("c1", other)), outgoing: [failed] }
    expect(shown(loaded([]), state).map(({ status }) => status)).toEqual(["Delivered", "Failed"])
  })

  it("that nobody answered is not taken for a line of the same words of much later", () => {
    const lost = outgoing("k1", "Hi", { _tag: "Failed", label: "x", mayBeSent: true })
    const later = message(104, "member", P, { text: "Hi" })
    const rows = shown(loaded([later]), { ...NOTHING_HEARD, outgoing: [lost] })
    expect(rows.map(({ status }) => status)).toEqual(["Read", "Failed"])
  })

  it("that nobody answered is never shown as failed beside the delivered line [MSG-13]", () => {
    const lost = outgoing("k1", "Hi", { _tag: "Failed", label: "x", mayBeSent: true })
    const mine = message(100, "member", P, { text: "Hi" })
    const rows = shown(loaded([mine]), { ...NOTHING_HEARD, outgoing: [lost] })
    expect(rows.map(({ key, status }) => [key, status])).toEqual([["k1", "Read"]])
  })
})

describe("a conversation", () => {
  it("shows each message once and in its order, however answers and events meet", () => {
    const all = array(boolean(), { minLength: 1, maxLength: 12 }).map((byMember) =>
      byMember.map((own, index) => message(index, own ? "member" : "performer", P)),
    )
    const run = record({
      messages: all,
      inAnswer: nat(12),
      heardBefore: nat(12),
      order: array(nat(1_000), { minLength: 12, maxLength: 12 }),
    })
    assert(
      property(run, ({ messages, inAnswer, heardBefore, order }) => {
        // Each message is in the answer, or was heard, or both.
        const answered = messages.slice(0, inAnswer)
        const told = messages
          .map((one, index) => ({ one, at: order[index] ?? 0 }))
          .filter(({ one }) => !answered.includes(one) || order[0] === 0)
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => received("c1", one))
        const count = answered.length === 0 ? 0 : Math.min(heardBefore, told.length)
        // What was heard before the question is in its answer.
        const isTold = (one: PrivateMessage) =>
          told.slice(0, count).some((event) => event.message.messageId === one.id)
        const base = messages.filter((one) => answered.includes(one) || isTold(one))
        const rows = shown(loaded(base, count), heardOf(...told))
        expect(rows.map(({ id }) => id)).toEqual(messages.map(({ id }) => id))
      }),
    )
  })

  it("that was deleted is empty, and what comes afterwards stands in it alone [MSG-30]", () => {
    const state = heardOf(
      received("c1", message(1, "performer", P)),
      { _tag: "ConversationDeleted", conversationId: "c1" },
      received("c1", message(2, "performer", P)),
    )
    expect(shown(loaded([message(0, "performer", P)]), state).map(({ id }) => id)).toEqual([
      message(2, "performer", P).id,
    ])
  })

  it("is read as far as somebody read it, and not what came later", () => {
    const theirs = [1, 2, 3].map((n) => message(n, "performer", P, { read: false }))
    const state = heardOf({
      _tag: "MessageRead",
      conversationId: "c1",
      messageId: theirs[1]?.id ?? "",
      reader: "member",
    })
    expect(shown(loaded(theirs), state).map(({ isRead }) => isRead)).toEqual([true, true, false])
  })

  it("of somebody else shows nothing here", () => {
    const state = heardOf(received("c2", message(1, "performer", "p2")))
    expect(shown(loaded([]), state)).toEqual([])
  })

  it("has its id from the first message on [MSG-32]", () => {
    expect(conversationBegun(NOTHING_HEARD, P)).toBeNull()
    const begun = heardOf([sent("c7", P, message(1, "member", P)), "k1"])
    expect(conversationBegun(begun, P)).toBe("c7")
    expect(conversationBegun(begun, "p2")).toBeNull()
    const over = heardOf(begun.heard[0]?.event ?? received("c7", message(1, "member", P)), {
      _tag: "ConversationDeleted",
      conversationId: "c7",
    })
    expect(conversationBegun(over, P)).toBeNull()
  })
})
