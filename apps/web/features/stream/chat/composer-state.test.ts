/** Where a message can be written: only where it stays in view, and somebody reads it. */
import { describe, expect, it } from "vitest"
import { LIVE_TABS, TAB, type LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import type { JoinMode } from "@foldcast/contracts/stream/room"
import { newRoom } from "@foldcast/folds/new-room"
import { CONVERSATION_OF_TAB, conversationOfOwn } from "@foldcast/folds/room-lines"
import type { RoomState } from "@foldcast/folds/room-state"
import { composerState, messageTypeOf, WRITES_IN } from "./composer-state.ts"

const MODES = ["free", "chat", "vip", "paused", "offline", null] as const
const JOINED = ["free", "chat", "vip"] as const

const inside = (joined: JoinMode, mode: RoomState["mode"]): RoomState => ({
  ...newRoom("p_1"),
  mode,
  presence: {
    _tag: "Inside",
    mode: joined,
    sessionId: "cs_1",
    nickname: "noor",
    creditsPerMinute: 0,
    freeTime: null,
  },
})
const tagOf = (room: RoomState, tab: LiveTab, isMember = true) =>
  composerState(room, tab, { isMember })._tag

describe("the place of the message field", () => {
  it("takes a message only in the tab that shows it, and leads from every other one to where it is taken", () => {
    for (const joined of JOINED) {
      for (const mode of MODES) {
        const room = inside(joined, mode)
        for (const tab of LIVE_TABS) {
          const tag = tagOf(room, tab)
          const shown = CONVERSATION_OF_TAB[tab]
          if (tag === "Open" && shown !== null) {
            expect(conversationOfOwn(room, messageTypeOf(tab))).toBe(shown)
          }
          const other = WRITES_IN[tag]
          if (other !== undefined) expect(tagOf(room, other)).toBe("Open")
          else expect(["Open", "Offline"]).toContain(tag)
        }
      }
    }
  })

  it("takes none in VIP's tab before VIP, nor in another one in it", () => {
    expect(tagOf(inside("free", "free"), TAB.vip)).toBe("VipLater")
    expect(tagOf(inside("chat", "free"), TAB.vip)).toBe("VipLater")
    expect(tagOf(inside("vip", "vip"), TAB.vip)).toBe("Open")
    expect(tagOf(inside("vip", "vip"), TAB.public)).toBe("InVip")
    expect(tagOf(inside("vip", "vip"), TAB.private)).toBe("InVip")
  })

  it("takes none for everybody where nobody is there to read it", () => {
    expect(tagOf(inside("free", "vip"), TAB.public)).toBe("FreeChatOff")
    expect(tagOf(inside("free", "chat"), TAB.public)).toBe("FreeChatOff")
    expect(tagOf(inside("free", "paused"), TAB.public)).toBe("Open")
    for (const isMember of [true, false]) {
      expect(tagOf(inside("free", "offline"), TAB.public, isMember)).toBe("Offline")
    }
    expect(tagOf(inside("free", "free"), TAB.public, false)).toBe("Guest")
    expect(tagOf(newRoom("p_1"), TAB.public)).toBe("Outside")
  })

  it("asks for credits only of a member who watches free [CHAT-40]", () => {
    const charged = (joined: JoinMode, tab: LiveTab) =>
      composerState(inside(joined, joined === "vip" ? "vip" : "free"), tab, { isMember: true })
    expect(charged("free", TAB.public)).toEqual({ _tag: "Open", isCharged: true })
    expect(charged("free", TAB.private)).toEqual({ _tag: "Open", isCharged: true })
    expect(charged("chat", TAB.private)).toEqual({ _tag: "Open", isCharged: false })
    expect(charged("vip", TAB.vip)).toEqual({ _tag: "Open", isCharged: false })
  })
})
