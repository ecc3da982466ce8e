/** Which session follows which, with sessions and a clock of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { VideoConnection } from "./video-connection.ts"
import type { MediaSessionEnd } from "./media-session-end.ts"

interface Session {
  readonly performerId: string
  readonly signal: AbortSignal
  readonly show: (stream: string) => void
  readonly end: (end: MediaSessionEnd) => Promise<void>
}

const LOST: MediaSessionEnd = { _tag: "Lost" }

const keeping = () => {
  const sessions: Array<Session> = []
  let isHidden = false
  const keeper = new VideoConnection<string>({
    open: (performerId, signal, show) => {
      const { promise, resolve } = Promise.withResolvers<MediaSessionEnd>()
      const end = async (how: MediaSessionEnd) => {
        resolve(how)
        await promise
      }
      sessions.push({ performerId, signal, show, end })
      return promise
    },
    now: () => Date.now(),
    random: () => 0.5,
    isHidden: () => isHidden,
  })
  const last = () => {
    const session = sessions.at(-1)
    if (session === undefined) throw new Error("no session was opened")
    return session
  }
  const hide = (hides: boolean) => {
    isHidden = hides
  }
  const tag = () => keeper.view().phase._tag
  return { keeper, sessions, last, hide, tag }
}

describe("the video connection", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("connects, shows what comes, and plays with the first frame", () => {
    const { keeper, last, tag } = keeping()
    keeper.start("p1")
    expect(tag()).toBe("Connecting")
    last().show("stream")
    expect(keeper.view()).toMatchObject({ stream: "stream" })
    keeper.frameDrawn()
    expect(tag()).toBe("Playing")
    expect(last().performerId).toBe("p1")
  })

  it("ends at once, and what comes later changes nothing", async () => {
    const { keeper, last, tag, sessions } = keeping()
    keeper.start("p1")
    keeper.frameDrawn()
    keeper.stop()
    expect(last().signal.aborted).toBe(true)
    expect(keeper.view()).toEqual({
      phase: { _tag: "None" },
      stream: null,
      isStalled: false,
      isSeen: false,
    })
    last().show("late")
    await last().end(LOST)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tag()).toBe("None")
    expect(keeper.view().stream).toBeNull()
    expect(sessions).toHaveLength(1)
  })

  it("is tried again after a loss, five times, then waits for a press", async () => {
    const { keeper, last, tag, sessions } = keeping()
    keeper.start("p1")
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000]) {
      await last().end(LOST)
      expect(keeper.view().phase).toMatchObject({ _tag: "Waiting", waitMs })
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(tag()).toBe("Waiting")
      await vi.advanceTimersByTimeAsync(1)
      expect(tag()).toBe("Connecting")
    }
    await last().end(LOST)
    expect(tag()).toBe("Stopped")
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sessions).toHaveLength(6)
    keeper.retry()
    expect(sessions).toHaveLength(7)
    expect(keeper.view().phase).toEqual({ _tag: "Connecting", tries: 0, hadPicture: false })
  })

  it("is asked for again only when the room tells of a picture where there was none", async () => {
    const { keeper, last, tag, sessions } = keeping()
    keeper.start("p1")
    await last().end({ _tag: "Refused", status: 404, retryAfterMs: 0 })
    expect(tag()).toBe("Absent")
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sessions).toHaveLength(1)
    keeper.videoAvailable()
    expect(sessions).toHaveLength(2)
    keeper.videoAvailable()
    expect(sessions).toHaveLength(2)
  })

  it("says that the picture stands still, and is closed when it stays so", async () => {
    const { keeper, last, tag } = keeping()
    keeper.start("p1")
    last().show("stream")
    keeper.frameDrawn()
    await vi.advanceTimersByTimeAsync(500)
    expect(keeper.view()).toMatchObject({ phase: { _tag: "Playing" }, isStalled: true })
    keeper.frameDrawn()
    expect(keeper.view().isStalled).toBe(false)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(tag()).toBe("Waiting")
    expect(last().signal.aborted).toBe(true)
    expect(keeper.view().stream).toBeNull()
  })

  it("counts no frame as missing while the page is hidden, or playing is held back", async () => {
    const { keeper, hide, tag } = keeping()
    keeper.start("p1")
    keeper.frameDrawn()
    hide(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(keeper.view()).toMatchObject({ phase: { _tag: "Playing" }, isStalled: false })
    hide(false)
    keeper.setHeld(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tag()).toBe("Playing")
    keeper.setHeld(false)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(tag()).toBe("Waiting")
  })

  it("is given up where the browser cannot decode it, and not tried again", async () => {
    const { keeper, last, tag, sessions } = keeping()
    keeper.start("p1")
    keeper.frameDrawn()
    keeper.playbackFailed()
    expect(tag()).toBe("Unplayable")
    expect(last().signal.aborted).toBe(true)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sessions).toHaveLength(1)
  })

  it("remembers that there was a picture, try after try", async () => {
    const { keeper, last } = keeping()
    keeper.start("p1")
    keeper.frameDrawn()
    await last().end(LOST)
    await vi.advanceTimersByTimeAsync(500)
    expect(keeper.view().phase).toEqual({ _tag: "Connecting", tries: 1, hadPicture: true })
  })

  it("says so where the browser has no WebRTC", () => {
    const keeper = new VideoConnection<string>({
      open: null,
      now: () => 0,
      random: () => 0,
      isHidden: () => false,
    })
    keeper.start("p1")
    expect(keeper.view().phase).toEqual({ _tag: "Unplayable" })
  })

  describe("the report that a paid picture is seen [SHOWN-04]", () => {
    const playing = () => {
      const kept = keeping()
      kept.keeper.start("p1")
      kept.last().show("stream")
      kept.keeper.frameDrawn()
      return kept
    }
    const isSeen = ({ keeper }: Pick<ReturnType<typeof keeping>, "keeper">) => keeper.view().isSeen

    it("is sent from the first frame on", () => {
      const kept = keeping()
      kept.keeper.start("p1")
      kept.last().show("stream")
      expect(isSeen(kept)).toBe(false)
      kept.keeper.frameDrawn()
      expect(isSeen(kept)).toBe(true)
    })

    it("ends after five seconds without a frame, until the next", async () => {
      const kept = playing()
      await vi.advanceTimersByTimeAsync(4_900)
      expect(isSeen(kept)).toBe(true)
      await vi.advanceTimersByTimeAsync(250)
      expect(isSeen(kept)).toBe(false)
      kept.keeper.frameDrawn()
      expect(isSeen(kept)).toBe(true)
    })

    it("goes on through a connection that is lost and comes again, and no longer", async () => {
      const kept = playing()
      await kept.last().end(LOST)
      expect(isSeen(kept)).toBe(true)
      await vi.advanceTimersByTimeAsync(600)
      expect(kept.tag()).toBe("Connecting")
      expect(isSeen(kept)).toBe(true)
      await vi.advanceTimersByTimeAsync(4_600)
      expect(isSeen(kept)).toBe(false)
    })

    it("ends where the picture is refused for good, after five seconds", async () => {
      const kept = playing()
      await kept.last().end({ _tag: "Refused", status: 403, retryAfterMs: 0 })
      expect(kept.tag()).toBe("Stopped")
      await vi.advanceTimersByTimeAsync(5_250)
      expect(isSeen(kept)).toBe(false)
    })

    it("goes on for a visitor who stopped it or looks away, but does not begin before a frame", async () => {
      const kept = playing()
      kept.keeper.setHeld(true)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(isSeen(kept)).toBe(true)
      kept.keeper.setHeld(false)
      kept.hide(true)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(isSeen(kept)).toBe(true)
      kept.keeper.start("p1")
      await vi.advanceTimersByTimeAsync(60_000)
      expect(isSeen(kept)).toBe(false)
    })

    it("does not begin for a session that starts anew before its own first frame", () => {
      const kept = playing()
      kept.keeper.start("p1")
      expect(isSeen(kept)).toBe(false)
    })

    it("ends where the browser gave the picture up", () => {
      const kept = playing()
      kept.keeper.playbackFailed()
      expect(isSeen(kept)).toBe(false)
    })
  })
})
