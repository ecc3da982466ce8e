/** Age 18 or older, from the 18th birthday on (AUTH-36). */
export const MINIMUM_AGE = 18

/** A calendar date, `2001-12-31`. */
export type CalendarDate = string

/** The date in UTC at that moment. */
export const dayOf = (now: number): CalendarDate => new Date(now).toISOString().slice(0, 10)

export type BirthdayFault = "required" | "invalid" | "tooYoung"

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/u

const isCalendarDate = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  )
}

/**
 * `today` is the visitor's calendar date, which only the caller knows. A person born on 29 February turns 18 on
 * 1 March of a year without that day.
 */
export const birthdayFault = (typed: string, today: CalendarDate): BirthdayFault | null => {
  const text = typed.trim()
  if (text === "") return "required"
  const [, year, month, day] = DATE.exec(text) ?? []
  if (year === undefined || !isCalendarDate(Number(year), Number(month), Number(day))) {
    return "invalid"
  }
  if (Number(year) < 1900 || text > today) return "invalid"
  // ISO dates compare as strings. An 18th birthday on a missing 29 February sorts before 1 March, which is
  // right.
  const comesOfAge = `${Number(year) + MINIMUM_AGE}-${month}-${day}`
  return comesOfAge <= today ? null : "tooYoung"
}
