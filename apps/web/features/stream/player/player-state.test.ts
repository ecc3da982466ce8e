/** Whatever ends or is refused in a room, in whatever mode, has its own words and a next step at one press. */
import { describe, expect, it } from "vitest"
import { PICTURE_NOT_SHOWN, TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import { NO_COOKIE } from "@foldcast/contracts/commands/no-cookie"
import { KickReason, LeaveReason } from "@foldcast/contracts/stream/room"
import { newRoom } from "@foldcast/folds/new-room"
import type { EndReason, Presence, RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { STATUS_BITS } from "@foldcast/rules/performer-attributes"
import { FIRST_ATTEMPT } from "../media/video-connection-state.ts"
import { missingVideoText, playerState } from "./player-state.ts"

const FREE = STATUS_BITS.live | STATUS_BITS.free
const OFFLINE = 0
const name = "Mila"

const stateOf = (presence: Presence, mode: RoomState["mode"], onlineStatus: number) =>
  playerState({ ...newRoom("p_1"), presence, mode }, onlineStatus, name, "en")

const ENDS: ReadonlyArray<EndReason> = [
  ...KickReason.literals,
  ...LeaveReason.literals.filter((reason) => reason !== "kicked"),
]
const REFUSALS = [
  TOO_FEW_CREDITS_LABEL,
  PICTURE_NOT_SHOWN,
  NO_COOKIE,
  "performerOffline",
  "performerBusy",
  "freeChatOff",
  "guestExpired",
  "sentOut",
  "vipNotAccepted",
  "vipLetGo",
  "unansweredTooOften",
  "tooManyAttempts",
  "chatNotStarted",
  "membersOnly",
  "unlisted",
]
const MODES = ["free", "chat", "vip"] as const
const ended = (why: EndReason, mode: (typeof MODES)[number] = "free"): Presence => ({
  _tag: "Ended",
  mode,
  why,
})

const inside: Presence = {
  _tag: "Inside",
  mode: "free",
  sessionId: "cs_1",
  nickname: "noor",
  creditsPerMinute: 0,
  freeTime: null,
}

describe("the player's state", () => {
  it.each(ENDS)(
    "has a next step after the end %s of every mode, whether she is there or not",
    (why) => {
      for (const mode of MODES) {
        for (const status of [FREE, OFFLINE]) {
          const { actions, isNotice } = stateOf(ended(why, mode), "free", status)
          expect([isNotice, actions.length]).toEqual([true, expect.any(Number)])
          expect(actions.length).toBeGreaterThan(0)
          expect(new Set(actions).size).toBe(actions.length)
          // There is nothing to watch where she is not.
          expect(actions.includes("watchAgain") && status === OFFLINE).toBe(false)
        }
      }
    },
  )

  it.each(REFUSALS)("has a next step after the refusal %s", (label) => {
    for (const mode of MODES) {
      for (const status of [FREE, OFFLINE]) {
        const refused: Presence = { _tag: "Refused", mode, label, until: null }
        expect(stateOf(refused, "free", status).actions.length).toBeGreaterThan(0)
      }
    }
  })

  it("leads from credits that ran out to more of them, and to free chat", () => {
    expect(stateOf(ended("credits", "vip"), "vip", FREE).actions).toEqual(["buy", "watchAgain"])
    const refused: Presence = {
      _tag: "Refused",
      mode: "chat",
      label: TOO_FEW_CREDITS_LABEL,
      until: null,
    }
    expect(stateOf(refused, "free", FREE).actions).toEqual(["buy", "watch"])
  })

  it("says of a session that went with her show that the show has ended, and of no lost connection", () => {
    const told = m.stream_ended_host({ name })
    for (const why of ["host_left", "lost", "default"] as const) {
      expect(stateOf(ended(why, "vip"), "offline", OFFLINE)).toEqual({
        text: told,
        isNotice: true,
        actions: ["others"],
      })
    }
    expect(stateOf(ended("lost", "vip"), "vip", FREE).text).not.toBe(told)
  })

  it("leads from an offline room to who is live", () => {
    expect(stateOf(inside, "offline", OFFLINE).actions).toEqual(["others"])
    expect(stateOf(inside, "free", FREE).actions).toEqual([])
  })

  it.each([
    { mode: "free", says: m.stream_no_picture() },
    { mode: "chat", says: null },
    { mode: "vip", says: null },
    { mode: "paused", says: null },
    { mode: "offline", says: null },
  ] as const)(
    "promises a free viewer video that was not told of yet only where her status does not rule it out: $mode",
    ({ mode, says }) => {
      const room = { ...newRoom("p_1"), presence: inside, mode }
      expect(missingVideoText(room, FIRST_ATTEMPT)).toBe(says)
      // Inside private and VIP it is one's own.
      const own = { ...room, presence: { ...inside, mode: "vip" as const } }
      expect(missingVideoText(own, FIRST_ATTEMPT)).toBe(
        mode === "paused" || mode === "offline" ? null : m.stream_no_picture(),
      )
    },
  )
})
