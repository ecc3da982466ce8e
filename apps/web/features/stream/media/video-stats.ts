/**
 * The quality of a video connection, from its statistics (W3C WebRTC). Addresses, candidates and devices are not
 * read. Pure.
 */
import { MAX_COUNTED } from "@foldcast/contracts/client-facts/limits"
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"

export type VideoMeasure = Omit<ClientFactOf<"PictureMeasured">, "_tag">

/** One reading of the statistics; rates need two. */
export interface StatsReading {
  readonly measure: Omit<VideoMeasure, "kilobitsPerSecond">
  readonly bytes: number
  /** Milliseconds, by the browser's own statistics. */
  readonly at: number
}

type Stat = Readonly<Record<string, unknown>>

const whole = (value: unknown, times = 1): number => {
  const number = typeof value === "number" && Number.isFinite(value) ? value * times : 0
  return Math.min(MAX_COUNTED, Math.max(0, Math.round(number)))
}

const bytesOf = ({ bytesReceived }: Stat): number =>
  typeof bytesReceived === "number" && bytesReceived >= 0 ? bytesReceived : 0

/** Null before any video came. */
export const statsReadingOf = (stats: Iterable<Stat>): StatsReading | null => {
  const all = [...stats]
  const received = all.filter(({ type }) => type === "inbound-rtp")
  const video = received.find(({ kind }) => kind === "video")
  if (video === undefined) return null
  const pair = all.find(
    ({ type, state, nominated }) => type === "candidate-pair" && state === "succeeded" && nominated,
  )
  const roundTrip = pair?.["currentRoundTripTime"]
  return {
    measure: {
      width: whole(video["frameWidth"]),
      height: whole(video["frameHeight"]),
      framesPerSecond: whole(video["framesPerSecond"]),
      freezes: whole(video["freezeCount"]),
      roundTripMs: typeof roundTrip === "number" ? whole(roundTrip, 1_000) : null,
    },
    bytes: received.reduce((sum, stat) => sum + bytesOf(stat), 0),
    at: typeof video["timestamp"] === "number" ? video["timestamp"] : 0,
  }
}

/** Between two readings of one connection. */
export const videoMeasureOf = (before: StatsReading, now: StatsReading): VideoMeasure => {
  const ms = now.at - before.at
  return {
    ...now.measure,
    kilobitsPerSecond: ms > 0 ? whole((now.bytes - before.bytes) * 8, 1 / ms) : 0,
  }
}
