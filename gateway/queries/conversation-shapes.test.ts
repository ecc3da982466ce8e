import { describe, expect, it } from "vitest"
import type {
  UpstreamConversationItem,
  UpstreamPrivateMessage,
} from "@foldcast/contracts/upstream/messenger-api"
import { privateMessage } from "../normalise/private-messages.ts"
import {
  conversationAnswer,
  conversationsAnswer,
  suggestionsAnswer,
} from "./conversation-shapes.ts"

const AT = Date.UTC(2026, 10, 24, 12)
const showing = {
  hosts: { own: new Set(["https://media.test"]), others: new Set<string>() },
  today: "2026-11-24",
}

const message = (more: Partial<UpstreamPrivateMessage> = {}): UpstreamPrivateMessage => ({
  id: 7,
  content: "Hello",
  createdAt: "2026-11-24T12:00:00Z",
  receiver: 12,
  read: false,
  ...more,
})
const performer = (
  more: Partial<UpstreamConversationItem["participant"]> = {},
): UpstreamConversationItem["participant"] => ({
  id: 3,
  messagingId: 30,
  userid: "p_3",
  username: "Sanne",
  avatar: null,
  ...more,
})
const someone = (more: Partial<UpstreamConversationItem["participant"]>) =>
  suggestionsAnswer({ suggestions: [performer(more)], nextPage: null }, showing).suggestions[0]

describe("a conversation of the list", () => {
  it("holds who writes with whom, the newest message and the member's states", () => {
    const told: UpstreamConversationItem = {
      id: 5,
      createdAt: "2026-11-24T11:59:59.5Z",
      updatedAt: "2026-11-24T12:00:00.123456Z",
      owner: { id: 1, messagingId: 12, userid: 1, avatar: null },
      participant: performer({
        location: "Utrecht",
        dateOfBirth: "1998-11-25",
        onlineStatus: 3,
        avatar: "https://media.test/media/p_3/1.jpg",
      }),
      isBubble: false,
      unread: 2,
      archived: false,
      deleted: false,
      favorite: true,
      favoritedYou: true,
      message: message(),
    }
    expect(conversationsAnswer({ conversations: [told], nextPage: 1 }, showing)).toEqual({
      conversations: [
        {
          id: "5",
          createdAt: AT - 500,
          updatedAt: AT + 123,
          self: { id: "1", messagingId: "12", avatar: null },
          other: {
            id: "3",
            messagingId: "30",
            userid: "p_3",
            username: "Sanne",
            avatar: "/media/p_3/1.jpg",
            location: "Utrecht",
            age: 27,
            isOnline: true,
          },
          isBubble: false,
          unread: 2,
          archived: false,
          deleted: false,
          favorite: true,
          message: { id: "7", text: "Hello", createdAt: AT, receiver: "12", read: false },
        },
      ],
      nextPage: 1,
    })
  })
})

describe("whom to write to", () => {
  it("has nothing of what is not told, and is offline", () => {
    expect(someone({})).toMatchObject({ location: null, age: null, isOnline: false })
    expect([0, 1, 5, 9].map((onlineStatus) => someone({ onlineStatus })?.isOnline)).toEqual([
      false,
      true,
      true,
      true,
    ])
  })

  it("has an avatar on a media host alone", () => {
    const avatars = ["/media/p_3/1.jpg", "https://elsewhere.test/1.jpg", "/inbox/list", "data:x"]
    expect(avatars.map((avatar) => someone({ avatar })?.avatar)).toEqual([
      "/media/p_3/1.jpg",
      null,
      null,
      null,
    ])
  })
})

it("a conversation may be written to unless it is told otherwise", () => {
  const told = {
    id: 5,
    other: { id: 3, username: "Sanne" },
    messages: [message()],
    nextPage: null,
    unread: 0,
    deleted: false,
    updatedAt: "2026-11-24T12:00:00Z",
  }
  expect(conversationAnswer(told)).toEqual({
    ...told,
    id: "5",
    other: { id: "3", username: "Sanne" },
    messages: [privateMessage(message())],
    updatedAt: AT,
    mayWrite: true,
  })
  expect(conversationAnswer({ ...told, mayWrite: false }).mayWrite).toBe(false)
})
