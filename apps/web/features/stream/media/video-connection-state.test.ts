import { describe, expect, it } from "vitest"
import type { RoomState } from "@foldcast/folds/room-state"
import { newRoom } from "@foldcast/folds/new-room"
import type { MediaSessionEnd } from "./media-session-end.ts"
import {
  videoAfterEnd,
  isRestartable,
  playerFailureOf,
  FIRST_ATTEMPT,
  isBlurred,
  NO_VIDEO,
  type VideoPhase,
  type NoVideoReason,
  noVideoReason,
  pictureStateOf,
  frameGapOf,
  stillPlan,
  UNPLAYABLE,
  wantedVideo,
} from "./video-connection-state.ts"

const LOST: MediaSessionEnd = { _tag: "Lost" }
const refused = (status: number, retryAfterMs = 0): MediaSessionEnd => ({
  _tag: "Refused",
  status,
  retryAfterMs,
})
/** In the middle of what chance may make of it. */
const HALF = 0.5
const connecting = (tries: number, hadPicture = false): VideoPhase => ({
  _tag: "Connecting",
  tries,
  hadPicture,
})

const inside = (changed: Partial<RoomState> = {}, mode: "chat" | "free" | "vip" = "free") =>
  ({
    ...newRoom("p1"),
    mode: "free",
    presence: {
      _tag: "Inside",
      mode,
      sessionId: "s1",
      nickname: "noor",
      creditsPerMinute: 0,
      freeTime: null,
    },
    player: { error: null, audio: "unknown", video: "available", videoTold: 1 },
    ...changed,
  }) satisfies RoomState

const denied = { error: null, audio: "unknown", video: "denied", videoTold: 0 } as const

describe("a video connection after a session", () => {
  it("is tried five times with longer and longer waits, then stops", () => {
    const waits: Array<number> = []
    let phase: VideoPhase = FIRST_ATTEMPT
    for (;;) {
      phase = videoAfterEnd(phase, LOST, 0, HALF)
      if (phase._tag !== "Waiting") break
      waits.push(phase.waitMs)
      phase = connecting(phase.tries)
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000])
    expect(phase).toEqual({ _tag: "Stopped", hadPicture: false })
  })

  it("is tried a quarter of the wait earlier or later by chance", () => {
    expect(videoAfterEnd(connecting(1), LOST, 0, 0)).toMatchObject({ waitMs: 750 })
    expect(videoAfterEnd(connecting(1), LOST, 0, 0.999)).toMatchObject({ waitMs: 1_250 })
  })

  it("begins to count anew where the picture was there for long enough", () => {
    const playing: VideoPhase = { _tag: "Playing", tries: 3, since: 1_000 }
    expect(videoAfterEnd(playing, LOST, 10_999, HALF)).toMatchObject({ tries: 4 })
    expect(videoAfterEnd(playing, LOST, 11_000, HALF)).toMatchObject({ tries: 1 })
  })

  it.each([429, 500, 502, 503, 504])("is tried again after %i, not before it may", (status) => {
    expect(videoAfterEnd(FIRST_ATTEMPT, refused(status), 0, HALF)).toMatchObject({
      waitMs: 500,
      tries: 1,
    })
    expect(videoAfterEnd(FIRST_ATTEMPT, refused(status, 7_000), 0, HALF)).toMatchObject({
      waitMs: 7_000,
    })
    expect(videoAfterEnd(FIRST_ATTEMPT, refused(status, 3_600_000), 0, HALF)).toMatchObject({
      waitMs: 60_000,
    })
  })

  it("knows whether there was a picture before it failed [ERR-23]", () => {
    const playing: VideoPhase = { _tag: "Playing", tries: 0, since: 0 }
    const lost = videoAfterEnd(playing, LOST, 20_000, HALF)
    expect(lost).toMatchObject({ _tag: "Waiting", hadPicture: true })
    const stopped = videoAfterEnd(connecting(5, true), LOST, 0, HALF)
    expect(playerFailureOf(stopped)).toBe("connectionLost")
    expect(playerFailureOf(videoAfterEnd(connecting(5), LOST, 0, HALF))).toBe("noConnection")
    expect(playerFailureOf(videoAfterEnd(FIRST_ATTEMPT, refused(403), 0, HALF))).toBe(
      "noConnection",
    )
    expect(playerFailureOf(videoAfterEnd(connecting(2, true), refused(406), 0, HALF))).toBe(
      "notPlayable",
    )
    for (const phase of [NO_VIDEO, FIRST_ATTEMPT, lost, playing])
      expect(playerFailureOf(phase)).toBeNull()
  })

  it("logs what the visitor saw, and nothing before there was a picture", () => {
    const playing: VideoPhase = { _tag: "Playing", tries: 0, since: 0 }
    expect(pictureStateOf(NO_VIDEO, false)).toBeNull()
    expect(pictureStateOf(FIRST_ATTEMPT, true)).toBeNull()
    expect(pictureStateOf(connecting(1), false)).toBe("retrying")
    expect(pictureStateOf(playing, false)).toBe("playing")
    expect(pictureStateOf(playing, true)).toBe("stalled")
    expect(pictureStateOf({ _tag: "Absent" }, false)).toBe("absent")
    expect(pictureStateOf({ _tag: "Stopped", hadPicture: true }, false)).toBe("connectionLost")
    expect(pictureStateOf(UNPLAYABLE, false)).toBe("notPlayable")
  })

  it("waits to be told where there is nothing to see", () => {
    const absent = videoAfterEnd(FIRST_ATTEMPT, refused(404), 0, HALF)
    expect(absent).toEqual({ _tag: "Absent" })
    expect(isRestartable(absent)).toBe(true)
    expect(isRestartable({ _tag: "Stopped", hadPicture: true })).toBe(true)
    for (const phase of [NO_VIDEO, FIRST_ATTEMPT, UNPLAYABLE])
      expect(isRestartable(phase)).toBe(false)
  })

  it("says so where this browser cannot show it", () => {
    expect(videoAfterEnd(FIRST_ATTEMPT, refused(406), 0, HALF)).toEqual(UNPLAYABLE)
  })

  it.each([400, 401, 403, 413, 415])("stops for good after %i", (status) => {
    expect(videoAfterEnd(FIRST_ATTEMPT, refused(status), 0, HALF)).toEqual({
      _tag: "Stopped",
      hadPicture: false,
    })
  })

  it("is not tried again where this document ended it", () => {
    expect(videoAfterEnd(connecting(2), { _tag: "Closed" }, 0, HALF)).toEqual(NO_VIDEO)
  })
})

describe("a time without a frame", () => {
  it.each([
    { ms: 0, is: "none" },
    { ms: 499, is: "none" },
    { ms: 500, is: "stalled" },
    { ms: 7_999, is: "stalled" },
    { ms: 8_000, is: "lost" },
  ])("of $ms ms is $is", ({ ms, is }) => {
    expect(frameGapOf(ms)).toBe(is)
  })
})

describe("the moving picture", () => {
  it("is wanted inside a room that has one, anew in each session and mode", () => {
    expect(wantedVideo(inside(), false)).toBe("p1 free s1")
    expect(wantedVideo(inside({}, "vip"), false)).toBe("p1 vip s1")
  })

  it.each([
    { where: "before the room is known", room: null },
    { where: "outside", room: inside({ presence: { _tag: "Outside" } }) },
    {
      where: "after the end",
      room: inside({ presence: { _tag: "Ended", mode: "free", why: "requested" } }),
    },
    { where: "while the room is out of reach", room: inside({ isInterrupted: true }) },
    { where: "where it is denied", room: inside({ player: denied }) },
    { where: "at a service without pictures", room: inside({ player: newRoom("p1").player }) },
  ])("is not wanted $where", ({ room }) => {
    expect(wantedVideo(room, false)).toBeNull()
  })

  it("is not wanted where less data is, unless it is paid for", () => {
    expect(wantedVideo(inside(), true)).toBeNull()
    for (const mode of ["chat", "vip"] as const) {
      expect(wantedVideo(inside({}, mode), true)).toBe(wantedVideo(inside({}, mode), false))
    }
  })
})

const STOPPED: VideoPhase = { _tag: "Stopped", hadPicture: false }
const ABSENT: VideoPhase = { _tag: "Absent" }

describe("stills", () => {
  it.each([
    { why: "it was tried often enough", phase: STOPPED, is: "stills" },
    { why: "this browser cannot show it", phase: UNPLAYABLE, is: "stills" },
    { why: "less data is wanted", phase: NO_VIDEO, isLess: true, is: "stills" },
    { why: "it plays, or is about to", phase: FIRST_ATTEMPT, is: "none" },
    { why: "there is nothing to see", phase: ABSENT, is: "none" },
    { why: "it is one's own VIP", phase: STOPPED, mode: "vip", is: "noneHere" },
    {
      why: "less data is wanted in private",
      phase: FIRST_ATTEMPT,
      isLess: true,
      mode: "chat",
      is: "none",
    },
    { why: "it stopped in private", phase: STOPPED, isLess: true, mode: "chat", is: "noneHere" },
  ] as const)("replace the moving picture where $why: $is", ({ phase, is, ...more }) => {
    const room = inside({}, "mode" in more ? more.mode : "free")
    expect(stillPlan(room, phase, "isLess" in more)).toBe(is)
  })

  it.each([
    { where: "before the room is known", room: null },
    { where: "outside", room: inside({ presence: { _tag: "Outside" } }) },
    {
      where: "after free time",
      room: inside({ presence: { _tag: "Ended", mode: "free", why: "guest_expired" } }),
    },
    { where: "while the room is out of reach", room: inside({ isInterrupted: true }) },
    { where: "where the picture is denied", room: inside({ player: denied }) },
    { where: "at a service without pictures", room: inside({ player: newRoom("p1").player }) },
    { where: "once free chat is off", room: inside({ mode: "chat" }) },
    { where: "in a pause", room: inside({ mode: "paused" }) },
    { where: "in somebody's VIP", room: inside({ mode: "vip" }) },
  ])("never replace it $where", ({ room }) => {
    for (const phase of [STOPPED, UNPLAYABLE]) expect(stillPlan(room, phase, true)).toBe("none")
  })
})

describe("the blur of the poster", () => {
  it.each([
    { why: "free chat is off", room: inside({ mode: "chat", player: denied }), is: true },
    { why: "the performer is in VIP", room: inside({ mode: "vip", player: denied }), is: true },
    { why: "VIP is one's own", room: inside({ mode: "vip", player: denied }, "vip"), is: false },
    {
      why: "the performer is in a pause",
      room: inside({ mode: "paused", player: denied }),
      is: false,
    },
    { why: "there is a picture", room: inside({ mode: "vip" }), is: false },
    {
      why: "one had to leave for VIP",
      room: inside({
        player: denied,
        presence: { _tag: "Ended", mode: "free", why: "vip_started" },
      }),
      is: true,
    },
  ])("is on where $why: $is", ({ room, is }) => {
    expect(isBlurred(room)).toBe(is)
  })
})

describe("the reason against paying for what cannot be seen [SHOWN-02]", () => {
  const playing: VideoPhase = { _tag: "Playing", tries: 0, since: 0 }
  const waiting = (hadPicture: boolean): VideoPhase => ({
    _tag: "Waiting",
    tries: 1,
    waitMs: 500,
    hadPicture,
  })
  const stopped = (hadPicture: boolean): VideoPhase => ({ _tag: "Stopped", hadPicture })

  it.each<readonly [string, VideoPhase, NoVideoReason | null]>([
    ["who watches", playing, null],
    ["who has chosen stills, or was never in the room", NO_VIDEO, null],
    ["who waits for the first picture", FIRST_ATTEMPT, null],
    ["whom there is nothing to show now", { _tag: "Absent" }, null],
    ["whose picture broke off and is tried again", waiting(true), null],
    ["who connects again after it broke off", connecting(2, true), null],
    ["whose first picture is tried again", waiting(false), "untilItComes"],
    ["who connects again for the first picture", connecting(1), "untilItComes"],
    ["whom the picture never reached", stopped(false), "network"],
    ["whom the picture no longer reaches", stopped(true), "network"],
    ["whose browser cannot play it", UNPLAYABLE, "form"],
  ])("is given, or absent, for a visitor %s: %#", (_, phase, bar) => {
    expect(noVideoReason(true, phase)).toBe(bar)
    // Whatever a browser is at that shows no picture at all.
    expect(noVideoReason(false, phase)).toBe("browser")
  })
})
