/** The visitor's own calendar date, `2001-12-31`: whose birthday it is depends on where they are. */
import type { CalendarDate } from "@foldcast/rules/birthday"

const two = (part: number) => String(part).padStart(2, "0")

export const todayHere = (): CalendarDate => {
  const now = new Date()
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
