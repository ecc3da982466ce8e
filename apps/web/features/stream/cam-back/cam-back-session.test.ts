/** What follows from a press, a word of the site or an end, with a camera and a clock of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { CamBackSession, type CameraResult } from "./cam-back-session.ts"
import type { RoomCamBack } from "./cam-back-state.ts"
import type { MediaSessionEnd } from "../media/media-session-end.ts"

const LOST: MediaSessionEnd = { _tag: "Lost" }

const keeping = () => {
  const opened: Array<(came: CameraResult<string>) => Promise<void>> = []
  const closed: Array<string> = []
  const sent: Array<"start" | "stop"> = []
  const shows: Array<{
    readonly camera: string
    readonly signal: AbortSignal
    readonly connect: () => void
    readonly end: (end: MediaSessionEnd) => Promise<void>
  }> = []
  let word: RoomCamBack = { session: "cs1", camBack: "off", isStarting: false }
  let gone: () => void = () => undefined
  let sound: string | null = "camera with sound"
  const keeper = new CamBackSession<string>({
    open: (_device, whenGone) => {
      gone = whenGone
      const { promise, resolve } = Promise.withResolvers<CameraResult<string>>()
      opened.push(async (came) => {
        resolve(came)
        await promise
      })
      return promise
    },
    close: (camera) => closed.push(camera),
    withSound: () => Promise.resolve(sound),
    withoutSound: () => "camera",
    show: (camera, signal, connect) => {
      const { promise, resolve } = Promise.withResolvers<MediaSessionEnd>()
      const end = async (how: MediaSessionEnd) => {
        resolve(how)
        await promise
      }
      shows.push({ camera, signal, connect, end })
      return promise
    },
    sendStart: () => {
      sent.push("start")
      word = { ...word, isStarting: true }
    },
    sendStop: () => sent.push("stop"),
    roomCamBack: () => word,
    now: () => Date.now(),
    random: () => 0.5,
  })
  const says = (next: Partial<RoomCamBack>) => {
    word = { ...word, ...next }
    keeper.roomChanged()
  }
  const phase = () => keeper.view().phase
  const previews = async (camera = "camera") => {
    keeper.open()
    await opened.at(-1)?.({ _tag: "Opened", camera })
  }
  const sends = async () => {
    await previews()
    keeper.start()
    says({ isStarting: false, camBack: "on" })
    shows.at(-1)?.connect()
  }
  const last = () => {
    const one = shows.at(-1)
    if (one === undefined) throw new Error("nothing was shown")
    return one
  }
  return {
    keeper,
    opened,
    closed,
    sent,
    shows,
    says,
    phase,
    previews,
    sends,
    last,
    unplug: () => gone(),
    mute: () => {
      sound = null
    },
  }
}

describe("the camera's session", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it("sends nothing before the visitor starts it, and no picture before the room confirms it", async () => {
    const { keeper, phase, previews, sent, shows, says } = keeping()
    keeper.open()
    expect(phase()._tag).toBe("Asking")
    await previews()
    expect(phase()._tag).toBe("Preview")
    expect([sent, shows]).toEqual([[], []])
    keeper.start()
    expect(phase()._tag).toBe("Starting")
    expect([sent, shows.length]).toEqual([["start"], 0])
    says({ isStarting: false, camBack: "on" })
    expect(phase()._tag).toBe("Connecting")
    shows[0]?.connect()
    expect(phase()._tag).toBe("Sending")
    expect(keeper.view().camera).toBe("camera")
  })

  it("turns the camera off by one press, before the room is told, and tells it once", async () => {
    const { keeper, phase, sends, closed, sent, last, says } = keeping()
    await sends()
    keeper.stop()
    expect(closed).toEqual(["camera"])
    expect(last().signal.aborted).toBe(true)
    expect([phase(), sent]).toEqual([{ _tag: "Off", why: "pressed" }, ["start", "stop"]])
    says({})
    says({ camBack: "off" })
    expect(sent).toEqual(["start", "stop"])
  })

  it("tells the room of a stop that came before the start was told", async () => {
    const { keeper, previews, says, sent } = keeping()
    await previews()
    keeper.start()
    keeper.stop()
    expect(sent).toEqual(["start"])
    says({ isStarting: false, camBack: "on" })
    expect(sent).toEqual(["start", "stop"])
  })

  it.each([
    ["the performer asks for it", { camBack: "stopAsked" }, "ended", ["start", "stop"]],
    ["the room says that it ended", { camBack: "off" }, "ended", ["start"]],
    ["the session is over", { session: null, camBack: "off" }, "room", ["start"]],
    ["another session begins", { session: "cs2", camBack: "off" }, "room", ["start"]],
  ] as const)("is off where %s", async (_, next, why, commands) => {
    const { phase, sends, closed, sent, says, last } = keeping()
    await sends()
    says(next)
    expect([phase(), closed, sent]).toEqual([{ _tag: "Off", why }, ["camera"], commands])
    expect(last().signal.aborted).toBe(true)
  })

  it("says why it went off until the next session begins, and not in it", async () => {
    const ended = keeping()
    await ended.sends()
    ended.says({ camBack: "off" })
    ended.says({ session: null })
    expect(ended.phase()).toEqual({ _tag: "Off", why: "ended" })
    ended.says({ session: "cs2" })
    expect(ended.phase()).toEqual({ _tag: "Off", why: null })
    const over = keeping()
    await over.sends()
    over.says({ session: null, camBack: "off" })
    over.says({ session: "cs2" })
    expect(over.phase()).toEqual({ _tag: "Off", why: null })
  })

  it("is off where the room refuses it, and where the camera is unplugged", async () => {
    const refused = keeping()
    await refused.previews()
    refused.keeper.start()
    refused.says({ isStarting: false })
    expect([refused.phase(), refused.closed]).toEqual([{ _tag: "Off", why: "refused" }, ["camera"]])
    const pulled = keeping()
    await pulled.sends()
    pulled.unplug()
    expect([pulled.phase(), pulled.sent]).toEqual([{ _tag: "Off", why: "gone" }, ["start", "stop"]])
  })

  it("reconnects after a loss, five times, then is off and tells the room", async () => {
    const { phase, sends, last, closed, sent, shows } = keeping()
    await sends()
    for (const waitMs of [500, 1_000, 2_000, 4_000, 8_000]) {
      await last().end(LOST)
      expect(phase()).toMatchObject({ _tag: "Waiting", waitMs })
      expect(closed).toEqual([])
      await vi.advanceTimersByTimeAsync(waitMs)
      expect(phase()._tag).toBe("Connecting")
    }
    await last().end({ _tag: "Refused", status: 404, retryAfterMs: 0 })
    expect([phase(), closed]).toEqual([{ _tag: "Off", why: "lost" }, ["camera"]])
    expect([sent, shows.length]).toEqual([["start", "stop"], 6])
  })

  it("gives up at once where trying again cannot help", async () => {
    const { phase, sends, last } = keeping()
    await sends()
    await last().end({ _tag: "Refused", status: 406, retryAfterMs: 0 })
    expect(phase()).toEqual({ _tag: "Off", why: "lost" })
  })

  it("turns off a camera that opens after its window was closed, or another was chosen", async () => {
    const { keeper, opened, closed, phase } = keeping()
    keeper.open()
    keeper.stop()
    await opened[0]?.({ _tag: "Opened", camera: "late" })
    expect([closed, phase()]).toEqual([["late"], { _tag: "Off", why: null }])
    keeper.open("one")
    keeper.open("two")
    await opened[2]?.({ _tag: "Opened", camera: "two" })
    await opened[1]?.({ _tag: "Opened", camera: "one" })
    expect(closed).toEqual(["late", "one"])
    expect(keeper.view().camera).toBe("two")
  })

  it("has no sound until that is asked for, and says when the device has none", async () => {
    const { keeper, previews, mute } = keeping()
    await previews()
    expect(keeper.view().sound).toBe("off")
    await keeper.setSound(true)
    expect(keeper.view()).toMatchObject({ sound: "on", camera: "camera with sound" })
    await keeper.setSound(false)
    expect(keeper.view()).toMatchObject({ sound: "off", camera: "camera" })
    mute()
    await keeper.setSound(true)
    expect(keeper.view()).toMatchObject({ sound: "refused", camera: "camera" })
  })
})
