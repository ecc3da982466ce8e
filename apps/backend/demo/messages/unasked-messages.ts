/**
 * When a demo performer writes first, to whom and what. Pure: the same seed, member and day give the same.
 *
 * Invariants: within one hour of an evening at most; to nobody but who made her a favourite or wrote to her before,
 * which the caller finds out, as it does that she is the only one on that day.
 */
import type { Locale } from "@foldcast/contracts/units"
import { seededRandom } from "../../seeded-random.ts"
import { WALL_DAY_MS, WALL_HOUR_MS, wallTime } from "../performers/amsterdam-time.ts"
import { UNASKED } from "./message-talk.ts"
import { writtenLanguage } from "./written-language.ts"
import { writtenLine } from "./written-line.ts"

/** Somebody who made her a favourite or wrote to her. */
export interface Acquaintance {
  readonly performerId: string
  /** What the member wrote to her last, the newest first. */
  readonly written: ReadonlyArray<string>
  readonly said: string | null
}
export interface UnaskedTo {
  readonly memberId: string
  readonly name: string | null
  readonly lang: Locale
}

/** Of all evenings. */
const SHARE = 1 / 4
const EVENING = { from: 17 * WALL_HOUR_MS, to: 21 * WALL_HOUR_MS } as const

const dayOf = (at: number) => Math.floor(wallTime(at) / WALL_DAY_MS)

/** Whether somebody writes to the member about now. */
export const isUnaskedHour = (seed: string, memberId: string, at: number): boolean => {
  const random = seededRandom(`unasked ${seed} ${memberId} ${dayOf(at)}`)
  if (!random.chance(SHARE)) return false
  const since = (wallTime(at) % WALL_DAY_MS) - random.between(EVENING.from, EVENING.to)
  return since >= 0 && since < WALL_HOUR_MS
}

/** Who writes, and what; null where nobody knows the member. */
export const unaskedMessage = (
  seed: string,
  { memberId, name, lang: otherwise }: UnaskedTo,
  acquaintances: ReadonlyArray<Acquaintance>,
  at: number,
): { readonly performerId: string; readonly text: string } | null => {
  const [first, ...others] = acquaintances
  if (first === undefined) return null
  const random = seededRandom(`writes first ${seed} ${memberId} ${dayOf(at)}`)
  const { performerId, written, said } = random.pick([first, ...others])
  const lang = writtenLanguage(written, otherwise)
  return { performerId, text: writtenLine(UNASKED, { lang, name, said }, random) }
}
