/** How many messages are unread: `99+` above 99, with the exact number as its name (MSG-19). */
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { useLocale } from "../site/page-frame-context.tsx"

/** Source: MSG-19. */
const MOST_SHOWN = 99

export interface UnreadCountProps {
  readonly count: number
  /** False where what it stands in says the number. */
  readonly isNamed?: boolean
}

export function UnreadCount({ count, isNamed = true }: UnreadCountProps) {
  const locale = useLocale()
  if (count === 0) return null
  const shown = count > MOST_SHOWN ? m.messenger_many() : formatCount(count, locale)
  const name =
    count === 1
      ? m.messenger_unread_one()
      : m.messenger_unread({ count: formatCount(count, locale) })
  return (
    <span
      className="unread-count tabular"
      translate="no"
      {...(isNamed ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
    >
      {shown}
    </span>
  )
}
