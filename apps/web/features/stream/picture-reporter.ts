/**
 * Tells of the moving picture what support and the chat service should know: each change of its state, how good it
 * is, and a failure. Each at most once in ten seconds, however often it changes: a state that does not stay is not
 * told. Pure but for what it remembers.
 */
import type { ClientFactOf } from "@foldcast/contracts/client-facts/client-fact"
import type { PictureState } from "@foldcast/contracts/client-facts/picture-state"
import type { PlayerFailureCode } from "@foldcast/contracts/player-failure"
import type { Measure } from "./picture-measure.ts"

export const REPORT_EVERY_MS = 10_000
/** How long a picture that stays as it is goes without being measured for the log. */
const SAME_FOR_MS = 60_000

export type PictureReport = ClientFactOf<"PictureMeasured"> | ClientFactOf<"PictureStateChanged">

export interface Seen {
  /** Null: there is nothing to tell. */
  readonly state: PictureState | null
  readonly failure: PlayerFailureCode | null
}

interface Told<A> {
  readonly what: A
  readonly at: number
}

const isDue = (told: Told<unknown> | null, now: number, everyMs = REPORT_EVERY_MS): boolean =>
  told === null || now - told.at >= everyMs

/** What a visitor would see change. */
const isOther = (before: Measure, now: Measure): boolean =>
  before.width !== now.width || before.height !== now.height || before.freezes !== now.freezes

export class PictureReporter {
  #state: Told<PictureState | null> | null = null
  #measure: Told<Measure> | null = null
  #failure: Told<PlayerFailureCode | null> | null = null

  /**
   * The change that is to be told now; null: none. After nothing was to be told, as in another room, it is told anew.
   */
  changed({ state }: Seen, now: number): PictureReport | null {
    const told = this.#state
    if (state === null) {
      if (told !== null) this.#state = { ...told, what: null }
      return null
    }
    if (state === told?.what || !isDue(told, now)) return null
    this.#state = { what: state, at: now }
    return { _tag: "PictureStateChanged", state }
  }

  measured(measure: Measure, now: number): PictureReport | null {
    const told = this.#measure
    if (!isDue(told, now)) return null
    if (told !== null && !isOther(told.what, measure) && !isDue(told, now, SAME_FOR_MS)) return null
    this.#measure = { what: measure, at: now }
    return { _tag: "PictureMeasured", ...measure }
  }

  /** The failure that the chat service is to be told of now: each one once, until there is none. */
  failed({ failure }: Seen, now: number): PlayerFailureCode | null {
    const told = this.#failure
    if (failure === null) {
      if (told !== null) this.#failure = { ...told, what: null }
      return null
    }
    if (failure === told?.what || !isDue(told, now)) return null
    this.#failure = { what: failure, at: now }
    return failure
  }
}
