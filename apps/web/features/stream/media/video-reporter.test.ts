import { describe, expect, it } from "vitest"
import type { VideoMeasure } from "./video-stats.ts"
import { VideoReporter, type ReportedVideo } from "./video-reporter.ts"

const seen = (
  state: ReportedVideo["state"],
  failure: ReportedVideo["failure"] = null,
): ReportedVideo => ({ state, failure })
const MEASURE: VideoMeasure = {
  width: 640,
  height: 480,
  framesPerSecond: 30,
  freezes: 0,
  kilobitsPerSecond: 700,
  roundTripMs: 20,
}

describe("the log of a moving picture", () => {
  it("has each change of its state that lasts, one in ten seconds at most", () => {
    const reporter = new VideoReporter()
    expect(reporter.changed(seen(null), 0)).toBeNull()
    expect(reporter.changed(seen("playing"), 1_000)).toEqual({
      _tag: "PictureStateChanged",
      state: "playing",
    })
    expect(reporter.changed(seen("stalled"), 2_000)).toBeNull()
    // Back before it was told: nothing happened.
    expect(reporter.changed(seen("playing"), 11_000)).toBeNull()
    expect(reporter.changed(seen("stalled"), 11_000)).toMatchObject({ state: "stalled" })
    expect(reporter.changed(seen("retrying"), 20_999)).toBeNull()
    expect(reporter.changed(seen("retrying"), 21_000)).toMatchObject({ state: "retrying" })
  })

  it("has the same state again, where there was no picture meanwhile", () => {
    const reporter = new VideoReporter()
    expect(reporter.changed(seen("playing"), 0)).not.toBeNull()
    expect(reporter.changed(seen(null), 4_000)).toBeNull()
    expect(reporter.changed(seen("playing"), 9_999)).toBeNull()
    expect(reporter.changed(seen("playing"), 10_000)).toMatchObject({ state: "playing" })
    expect(reporter.changed(seen("playing"), 20_000)).toBeNull()
  })

  it("is bounded, however wildly the state changes", () => {
    const reporter = new VideoReporter()
    let told = 0
    for (let now = 0; now < 600_000; now += 100) {
      if (reporter.changed(seen(now % 200 === 0 ? "playing" : "stalled"), now) !== null) told += 1
      if (reporter.measured({ ...MEASURE, freezes: now }, now) !== null) told += 1
    }
    expect(told).toBeLessThanOrEqual(120)
  })

  it("has its quality: what a visitor sees change soon, the rest once a minute", () => {
    const reporter = new VideoReporter()
    expect(reporter.measured(MEASURE, 0)).toEqual({ _tag: "PictureMeasured", ...MEASURE })
    const slower = { ...MEASURE, kilobitsPerSecond: 300, roundTripMs: null }
    expect(reporter.measured(slower, 10_000)).toBeNull()
    expect(reporter.measured({ ...slower, freezes: 1 }, 9_999)).toBeNull()
    expect(reporter.measured({ ...slower, freezes: 1 }, 10_000)).toMatchObject({ freezes: 1 })
    expect(reporter.measured({ ...slower, freezes: 1 }, 69_999)).toBeNull()
    expect(reporter.measured({ ...slower, freezes: 1 }, 70_000)).not.toBeNull()
    expect(reporter.measured({ ...slower, freezes: 1, width: 320 }, 80_000)).not.toBeNull()
  })

  it("has a failure once, and the next one not within ten seconds [ERR-23]", () => {
    const reporter = new VideoReporter()
    expect(reporter.failed(seen("noConnection", "noConnection"), 0)).toBe("noConnection")
    expect(reporter.failed(seen("noConnection", "noConnection"), 600_000)).toBeNull()
    expect(reporter.failed(seen("playing"), 601_000)).toBeNull()
    expect(reporter.failed(seen("noConnection", "noConnection"), 602_000)).toBe("noConnection")
    expect(reporter.failed(seen("notPlayable", "notPlayable"), 603_000)).toBeNull()
    expect(reporter.failed(seen("notPlayable", "notPlayable"), 612_000)).toBe("notPlayable")
  })
})
