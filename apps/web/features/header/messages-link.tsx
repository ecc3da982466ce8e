/** The way to the member's messages, with how many are unread; the exact number is in its name (SHELL-16). */
"use no memo"

import { MessageCircle } from "lucide-react"
import { unreadMessages } from "@foldcast/folds/unread-messages"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { useSite } from "../../runtime/react.tsx"
import { UnreadCount } from "../messenger/unread-count.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"

export function MessagesLink() {
  const locale = useLocale()
  const count = useSite(unreadMessages)
  return (
    <SiteLink
      page="messenger"
      className="ui-button ui-button--quiet ui-button--icon site-header__messages"
      aria-label={
        count === 0
          ? m.header_messages()
          : m.header_messages_unread({ count: formatCount(count, locale) })
      }
    >
      <MessageCircle size={22} aria-hidden="true" />
      <UnreadCount count={count} isNamed={false} className="site-header__unread" />
    </SiteLink>
  )
}
