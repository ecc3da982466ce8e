import { describe, expect, it } from "vitest"
import type { Presence } from "@foldcast/folds/room-state"
import { miniPlayerPlacement } from "./mini-player-placement.ts"

const inside = (mode: "chat" | "free" | "vip" = "free"): Presence => ({
  _tag: "Inside",
  mode,
  sessionId: "s1",
  nickname: "noor",
  creditsPerMinute: 0,
  freeTime: null,
})
const ended = (why: Extract<Presence, { _tag: "Ended" }>["why"]): Presence => ({
  _tag: "Ended",
  mode: "free",
  why,
})
const joining = (before: "chat" | null): Presence => ({
  _tag: "Joining",
  mode: "free",
  commandId: "c1",
  before,
})
const ELSEWHERE = { hasBox: false, read: null }
const HERE = { hasBox: true, read: null }

describe("the small player", () => {
  it.each(["free", "chat", "vip"] as const)(
    "shows wherever its box is absent while one is in a room, %s, whatever was dismissed [CHAT-37]",
    (mode) => {
      for (const miniPlayer of [true, false]) {
        expect(miniPlayerPlacement({ presence: inside(mode), miniPlayer }, ELSEWHERE)).toBe("alone")
      }
    },
  )

  it("shows beside its box only while that is out of view", () => {
    expect(miniPlayerPlacement({ presence: inside(), miniPlayer: true }, HERE)).toBe("beside")
    expect(miniPlayerPlacement({ presence: inside(), miniPlayer: false }, HERE)).toBe("none")
    expect(miniPlayerPlacement({ presence: ended("credits"), miniPlayer: true }, HERE)).toBe("none")
  })

  it("stays when the reason to show changes, and does not come before the first", () => {
    expect(miniPlayerPlacement({ presence: joining("chat"), miniPlayer: false }, ELSEWHERE)).toBe(
      "alone",
    )
    expect(miniPlayerPlacement({ presence: joining(null), miniPlayer: false }, ELSEWHERE)).toBe(
      "none",
    )
    expect(
      miniPlayerPlacement({ presence: { _tag: "Outside" }, miniPlayer: false }, ELSEWHERE),
    ).toBe("none")
  })

  it.each(["credits", "guest_expired", "kicked", "host_left", "lost", "default"] as const)(
    "shows an end that nobody asked for, %s, until it is read",
    (why) => {
      const presence = ended(why)
      expect(miniPlayerPlacement({ presence, miniPlayer: false }, ELSEWHERE)).toBe("told")
      expect(
        miniPlayerPlacement({ presence, miniPlayer: false }, { hasBox: false, read: presence }),
      ).toBe("none")
    },
  )

  it.each(["requested", "switched", "unloaded"] as const)("is hidden after %s", (why) => {
    expect(miniPlayerPlacement({ presence: ended(why), miniPlayer: false }, ELSEWHERE)).toBe("none")
  })
})
