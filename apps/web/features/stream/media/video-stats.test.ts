import { describe, expect, it } from "vitest"
import { Schema } from "effect"
import { PictureMeasured } from "@foldcast/contracts/client-facts/client-fact"
import { videoMeasureOf, type StatsReading, statsReadingOf } from "./video-stats.ts"

const VIDEO = {
  type: "inbound-rtp",
  kind: "video",
  timestamp: 10_000.4,
  frameWidth: 640,
  frameHeight: 480,
  framesPerSecond: 29.7,
  freezeCount: 2,
  bytesReceived: 900_000,
}
const AUDIO = { type: "inbound-rtp", kind: "audio", bytesReceived: 100_000 }
const PAIR = {
  type: "candidate-pair",
  state: "succeeded",
  nominated: true,
  currentRoundTripTime: 0.0236,
}
const ADDRESS = { type: "remote-candidate", address: "203.0.113.9", port: 20_000 }
const BEFORE: StatsReading = {
  measure: { width: 0, height: 0, framesPerSecond: 0, freezes: 0, roundTripMs: null },
  bytes: 0,
  at: 0.4,
}

const read = (
  ...stats: Parameters<typeof statsReadingOf>[0] extends Iterable<infer A> ? Array<A> : never
) => {
  const reading = statsReadingOf(stats)
  if (reading === null) throw new Error("nothing was read")
  return reading
}

describe("the quality of a picture", () => {
  it("is what the browser counted between two readings, in whole numbers", () => {
    expect(videoMeasureOf(BEFORE, read(ADDRESS, PAIR, AUDIO, VIDEO))).toEqual({
      width: 640,
      height: 480,
      framesPerSecond: 30,
      freezes: 2,
      kilobitsPerSecond: 800,
      roundTripMs: 24,
    })
  })

  it("is empty before a picture came", () => {
    expect(statsReadingOf([PAIR, AUDIO])).toBeNull()
  })

  it("leaves out what a browser does not count, and never exceeds what the fact may hold", () => {
    const odd = {
      type: "inbound-rtp",
      kind: "video",
      framesPerSecond: Number.NaN,
      frameWidth: 1e12,
    }
    const { measure } = read(odd)
    expect(measure).toMatchObject({ width: 1_000_000, framesPerSecond: 0, roundTripMs: null })
    const fact = { _tag: "PictureMeasured", ...videoMeasureOf(read(VIDEO), read(odd)) }
    expect(Schema.is(PictureMeasured)(fact)).toBe(true)
    expect(JSON.stringify(videoMeasureOf(BEFORE, read(ADDRESS, PAIR, VIDEO)))).not.toContain(
      "203.0",
    )
  })
})
