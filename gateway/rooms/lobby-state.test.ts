import { describe, expect, it } from "vitest"
import type { DecodedChatFrame } from "../upstream/frame.ts"
import { LobbyState } from "./lobby-state.ts"

const frame = (call: string, payload: object = {}) =>
  ({ source: "chat-socket", call, payload }) as DecodedChatFrame

describe("the state of a lobby", () => {
  it("holds frames for sessions that are being joined, and none when nobody joins", () => {
    const lobby = new LobbyState("p7")
    const one = frame("message", { session: "cs-1" })
    expect(lobby.hold(one)).toBe(false)
    lobby.joinBegan()
    expect(lobby.hold(one)).toBe(true)
    expect([lobby.takeHeld(), lobby.takeHeld()]).toEqual([[one], []])
    lobby.joinEnded(true)
    expect(lobby.hold(one)).toBe(false)
  })

  it("collects for each join what all viewers are told, from the join's beginning to its end", () => {
    const lobby = new LobbyState("p7")
    const first = lobby.observe()
    lobby.note(frame("chat-switch", { mode: "private" }))
    const second = lobby.observe()
    lobby.note(frame("video-denied"))
    lobby.unobserve(second)
    lobby.note(frame("audio-available"))
    expect(first).toEqual({ mode: "private", hasVideo: false, hasSound: true })
    expect(second).toEqual({ mode: null, hasVideo: false, hasSound: null })
  })

  it("wakes those who wait for the connection once, and nobody who has gone", () => {
    const lobby = new LobbyState("p7")
    const woken: Array<string> = []
    lobby.onceConnected(() => woken.push(`stays ${lobby.connection}`))
    lobby.onceConnected(() => woken.push("goes"))()
    lobby.connected("c1")
    lobby.interrupted()
    lobby.connected("c2")
    expect(woken).toEqual(["stays c1"])
  })

  it("expires ten seconds after its last viewer has gone, and at once where it never had one", () => {
    const unwatched = new LobbyState("p7")
    unwatched.joinBegan()
    expect(unwatched.isExpired(0, false)).toBe(false)
    unwatched.joinEnded(false)
    expect(unwatched.isExpired(0, false)).toBe(true)
    const watched = new LobbyState("p8")
    watched.joinBegan()
    watched.joinEnded(true)
    expect([0, 9_999, 10_000].map((now) => watched.isExpired(now, false))).toEqual([
      false,
      false,
      true,
    ])
    expect([watched.isExpired(20_000, true), watched.isExpired(29_000, false)]).toEqual([
      false,
      false,
    ])
  })
})
