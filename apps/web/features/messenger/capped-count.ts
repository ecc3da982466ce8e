/** A count of unread messages as it is shown: `99+` above 99. Source: MSG-19. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"

const MOST_SHOWN = 99

export const cappedCount = (count: number, locale: Locale): string =>
  count > MOST_SHOWN ? m.messenger_many() : formatCount(count, locale)
