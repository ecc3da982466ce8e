/** What a day is called where the reader is: today, yesterday, or its date (MSG-11). Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { formatDay } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { dayName } from "./message-rows.ts"

export const dayText = (at: number, now: number, locale: Locale): string => {
  switch (dayName(at, now)) {
    case "today":
      return m.conversation_today()
    case "yesterday":
      return m.conversation_yesterday()
    case "date":
      return formatDay(at, locale)
  }
}
