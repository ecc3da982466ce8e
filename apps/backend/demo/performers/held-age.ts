/**
 * Shifts a date of birth so that a demo performer is as old now as at the fixed moment of the demo world, half a year
 * away from her birthday, so that no test meets it. Pure.
 */
const HALF_A_YEAR_MS = 182 * 86_400_000

/** As `2001-12-31`; both moments are milliseconds since 1970. */
export const heldAgeOf = (dateOfBirth: string, heldAt: number, now: number): string => {
  const held = new Date(heldAt).toISOString()
  const hadBirthday = held.slice(5, 10) >= dateOfBirth.slice(5)
  const age = Number(held.slice(0, 4)) - Number(dateOfBirth.slice(0, 4)) - (hadBirthday ? 0 : 1)
  const birthday = new Date(now - HALF_A_YEAR_MS).toISOString()
  // Not every year has a 29th of February.
  const day = birthday.slice(5, 10) === "02-29" ? "02-28" : birthday.slice(5, 10)
  return `${Number(birthday.slice(0, 4)) - age}-${day}`
}
