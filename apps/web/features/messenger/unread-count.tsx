/** How many messages are unread: `99+` above 99, with the exact number as its name (MSG-19). */
"use no memo"

import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { classNames } from "@foldcast/ui/class-names"
import { useLocale } from "../site/page-frame-context.tsx"
import { cappedCount } from "./capped-count.ts"
import "./unread-count.css"

export interface UnreadCountProps {
  readonly count: number
  /** False where what it stands in says the number. */
  readonly isNamed?: boolean
  readonly className?: string
}

export function UnreadCount({ count, isNamed = true, className }: UnreadCountProps) {
  const locale = useLocale()
  if (count === 0) return null
  const name =
    count === 1
      ? m.messenger_unread_one()
      : m.messenger_unread({ count: formatCount(count, locale) })
  return (
    <span
      className={classNames("unread-count tabular", className)}
      translate="no"
      {...(isNamed ? { role: "img", "aria-label": name } : { "aria-hidden": true })}
    >
      {cappedCount(count, locale)}
    </span>
  )
}
