/** Between which dates of birth somebody's age lies in a band. Pure. */
import type { AgeBand } from "./find-filter.ts"

export interface BornBetween {
  /** `2001-12-31`; who is born on it is too old. */
  readonly after: string
  /** Who is born on it is old enough. */
  readonly until: string
}

/** No date has this form's 29 February of a common year; the day before bounds the same people. */
const yearsBefore = (today: string, years: number): string => {
  const year = Number(today.slice(0, 4)) - years
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const day = today.slice(4) === "-02-29" && !isLeap ? "-02-28" : today.slice(4)
  return `${String(year).padStart(4, "0")}${day}`
}

/** `today` is `2026-02-28`. Somebody born on 29 February has a birthday on 1 March of other years. */
export const bornBetween = ({ from, to }: AgeBand, today: string): BornBetween => ({
  after: yearsBefore(today, to + 1),
  until: yearsBefore(today, from),
})
