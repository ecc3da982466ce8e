/** Frames of a film, in a browser that tells of each and in one that does not. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { watchFrames } from "./video-frames.ts"

class Film extends EventTarget {
  readonly HAVE_CURRENT_DATA = 2
  paused = false
  readyState = 4
}

const reportOf = (framesDecoded: number) =>
  new Map([
    ["sound", { type: "inbound-rtp", kind: "audio", framesDecoded: 900 }],
    ["picture", { type: "inbound-rtp", kind: "video", framesDecoded }],
  ]) as unknown as RTCStatsReport

describe("a video whose browser reports no single frames [SHOWN-04]", () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const watching = () => {
    const film = new Film()
    const drawn = vi.fn<() => void>()
    const connection = { decoded: 0, isClosed: false }
    const end = watchFrames(film as unknown as HTMLVideoElement, drawn, () =>
      connection.isClosed
        ? Promise.reject(new Error("closed"))
        : Promise.resolve(reportOf(connection.decoded)),
    )
    const told = async () => {
      drawn.mockClear()
      await vi.advanceTimersByTimeAsync(1_000)
      return drawn.mock.calls.length > 0
    }
    return { film, connection, end, told }
  }

  it("counts as drawn while frames come, and not by its clock alone", async () => {
    const { film, connection, told } = watching()
    film.dispatchEvent(new Event("timeupdate"))
    expect(await told()).toBe(false)
    connection.decoded = 15
    expect(await told()).toBe(true)
    film.dispatchEvent(new Event("timeupdate"))
    expect(await told()).toBe(false)
    connection.decoded = 16
    expect(await told()).toBe(true)
  })

  it("does not count as drawn while it is paused, or has nothing to show yet", async () => {
    const { film, connection, told } = watching()
    film.paused = true
    connection.decoded = 15
    expect(await told()).toBe(false)
    film.paused = false
    film.readyState = 0
    connection.decoded = 30
    expect(await told()).toBe(false)
    film.readyState = 4
    connection.decoded = 45
    expect(await told()).toBe(true)
  })

  it("is reported no more once its connection is closed, or nobody listens", async () => {
    const { connection, end, told } = watching()
    connection.decoded = 15
    connection.isClosed = true
    expect(await told()).toBe(false)
    connection.isClosed = false
    end()
    expect(await told()).toBe(false)
  })
})
