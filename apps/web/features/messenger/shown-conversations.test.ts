import { describe, expect, it } from "vitest"
import { NOTHING_HEARD } from "@foldcast/folds/messages"
import type { ConversationEvent } from "@foldcast/folds/site-state"
import { item, message, received, writtenTo } from "../../screens/conversations.fixture.ts"
import { hasUnknown, shownConversations } from "./shown-conversations.ts"

const of = (id: string, n: number, unread = 0) =>
  item(id, writtenTo(`p-${id}`, id), message(n, "performer", `p-${id}`), { unread })
const LIST = {
  pages: 1,
  hasMore: false,
  items: [of("c1", 9), of("c2", 5, 2)],
  askedAt: { visit: "v1", heardCount: 0 },
}

const heard = (...events: ReadonlyArray<ConversationEvent>) => ({
  ...NOTHING_HEARD,
  visit: "v1",
  heard: events.map((event, index) => ({ n: index + 1, event, cause: null })),
})
const shown = (...events: ReadonlyArray<ConversationEvent>) =>
  shownConversations(LIST, heard(...events), true)

describe("the list of conversations", () => {
  it("has the last interaction first, and a message moves its conversation to the top [MSG-07, MSG-35]", () => {
    expect(shown().map(({ id }) => id)).toEqual(["c1", "c2"])
    const moved = shown(received("c2", message(12, "performer", "p-c2")))
    expect(moved.map(({ id, unread }) => [id, unread])).toEqual([
      ["c2", 3],
      ["c1", 0],
    ])
    expect(moved[0]?.message.id).toBe(message(12, "performer", "p-c2").id)
  })

  it("counts a message once that the answer holds already, or that was heard twice", () => {
    const known = received("c2", message(5, "performer", "p-c2"))
    const fresh = received("c2", message(12, "performer", "p-c2"))
    expect(shown(known, fresh, fresh).find(({ id }) => id === "c2")?.unread).toBe(3)
  })

  it("does not count the member's own message as unread", () => {
    const own = received("c2", message(12, "member", "p-c2"))
    expect(shown(own).find(({ id }) => id === "c2")?.unread).toBe(2)
  })

  it("shows nothing unread once the newest message is read [MSG-27]", () => {
    const read: ConversationEvent = {
      _tag: "MessageRead",
      conversationId: "c2",
      messageId: message(5, "performer", "p-c2").id,
      reader: "member",
    }
    expect(shown(read).find(({ id }) => id === "c2")?.unread).toBe(0)
  })

  it("shows each state as it was changed last [MSG-28]", () => {
    const set = (
      state: "favourite" | "archived" | "unread" | "read" | "bubble",
      isOn: boolean,
    ): ConversationEvent => ({
      _tag: "ConversationStateChanged",
      conversationId: "c1",
      state,
      isOn,
    })
    const changed = shown(
      set("favourite", true),
      set("archived", true),
      set("bubble", true),
      set("unread", true),
    ).find(({ id }) => id === "c1")
    expect(changed).toMatchObject({ favorite: true, archived: true, isBubble: true, unread: 1 })
    expect(shown(set("unread", true), set("read", true))[0]).toMatchObject({ id: "c1", unread: 0 })
  })

  it("is without what was deleted [MSG-30]", () => {
    const deleted: ConversationEvent = { _tag: "ConversationDeleted", conversationId: "c1" }
    expect(shown(deleted).map(({ id }) => id)).toEqual(["c2"])
  })

  it("knows of a message whose conversation it does not hold [MSG-34]", () => {
    const known = heard(received("c1", message(12, "performer", "p-c1")))
    const unknown = heard(received("c9", message(12, "performer", "p9")))
    expect([known, unknown].map((messages) => hasUnknown(LIST, messages))).toEqual([false, true])
  })

  it("takes from what was heard only what came after the question, and all of it in a new stream", () => {
    const messages = heard(received("c1", message(12, "performer", "p-c1")))
    const asked = { ...LIST, askedAt: { visit: "v1", heardCount: 1 } }
    expect(shownConversations(asked, messages, true)[0]?.unread).toBe(0)
    const inNew = { ...messages, visit: "v2" }
    expect(shownConversations(asked, inNew, true)[0]?.unread).toBe(1)
  })
})
