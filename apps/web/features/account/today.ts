/** The visitor's own calendar date, `2001-12-31`: a birthday depends on the visitor's time zone. */
import type { CalendarDate } from "@foldcast/rules/birthday"

const two = (part: number) => String(part).padStart(2, "0")

export const todayHere = (): CalendarDate => {
  const now = new Date()
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
