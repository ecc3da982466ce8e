/**
 * Decides what is reported of a room's video to the log and the chat service: changes of its state, its quality, a
 * failure. Each at most once in ten seconds, so that a state that passes is not reported.
 */
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { PictureState } from "@foldcast/contracts/client-facts/picture-state"
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import type { VideoMeasure } from "./video-stats.ts"

export const REPORT_EVERY_MS = 10_000
/** An unchanged measure is reported this seldom. */
const SAME_FOR_MS = 60_000

export type VideoReport = ClientFactOf<"PictureMeasured"> | ClientFactOf<"PictureStateChanged">

export interface ReportedVideo {
  /** Null: nothing to report. */
  readonly state: PictureState | null
  readonly failure: PlayerFailureCode | null
}

interface Reported<A> {
  readonly what: A
  readonly at: number
}

const isDue = (last: Reported<unknown> | null, now: number, everyMs = REPORT_EVERY_MS): boolean =>
  last === null || now - last.at >= everyMs

/** Whether a visitor would see the difference. */
const isOther = (before: VideoMeasure, now: VideoMeasure): boolean =>
  before.width !== now.width || before.height !== now.height || before.freezes !== now.freezes

export class VideoReporter {
  #state: Reported<PictureState | null> | null = null
  #measure: Reported<VideoMeasure> | null = null
  #failure: Reported<PlayerFailureCode | null> | null = null

  /** The change to report now; null: none. After a null state, as in another room, it is reported anew. */
  changed({ state }: ReportedVideo, now: number): VideoReport | null {
    const last = this.#state
    if (state === null) {
      if (last !== null) this.#state = { ...last, what: null }
      return null
    }
    if (state === last?.what || !isDue(last, now)) return null
    this.#state = { what: state, at: now }
    return { _tag: "PictureStateChanged", state }
  }

  measured(measure: VideoMeasure, now: number): VideoReport | null {
    const last = this.#measure
    if (!isDue(last, now)) return null
    if (last !== null && !isOther(last.what, measure) && !isDue(last, now, SAME_FOR_MS)) return null
    this.#measure = { what: measure, at: now }
    return { _tag: "PictureMeasured", ...measure }
  }

  /** The failure to report to the chat service now: each once, until there is none. */
  failed({ failure }: ReportedVideo, now: number): PlayerFailureCode | null {
    const last = this.#failure
    if (failure === null) {
      if (last !== null) this.#failure = { ...last, what: null }
      return null
    }
    if (failure === last?.what || !isDue(last, now)) return null
    this.#failure = { what: failure, at: now }
    return failure
  }
}
