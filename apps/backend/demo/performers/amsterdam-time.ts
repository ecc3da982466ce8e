/** Amsterdam's wall time, by which the demo world has day and night. Pure. */

export const WALL_HOUR_MS = 3_600_000
export const WALL_DAY_MS = 24 * WALL_HOUR_MS

const PARTS = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Amsterdam",
  timeZoneName: "longOffset",
})

/** `GMT+01:00` as milliseconds. */
const offsetOf = (at: number): number => {
  const name = PARTS.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? ""
  const [, sign, hours = "0", minutes = "0"] = /^GMT([+-])(\d{2}):(\d{2})$/u.exec(name) ?? []
  const size = Number(hours) * WALL_HOUR_MS + Number(minutes) * 60_000
  return sign === "-" ? -size : size
}

/**
 * Milliseconds since 1970 as if that clock ran on UTC: whole days of it are calendar days there. In the
 * two nights a year that the clock is changed it jumps by an hour.
 */
export const wallTime = (at: number): number => at + offsetOf(at)
