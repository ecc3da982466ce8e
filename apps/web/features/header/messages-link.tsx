/** The way to the member's messages, with how many are unread: `99+` above 99, the exact number in its name (SHELL-16). */
"use no memo"

import { MessageCircle } from "lucide-react"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { useSite } from "../../runtime/react.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"

/** Source: MSG-19. */
const MOST_SHOWN = 99

const unreadMessages = ({ unreadMessages: count }: SiteState): number => count ?? 0

export function MessagesLink() {
  const locale = useLocale()
  const count = useSite(unreadMessages)
  const exact = formatCount(count, locale)
  return (
    <SiteLink
      page="messenger"
      className="ui-button ui-button--quiet ui-button--icon site-header__messages"
      aria-label={count === 0 ? m.header_messages() : m.header_messages_unread({ count: exact })}
    >
      <MessageCircle size={22} aria-hidden="true" />
      {count > 0 && (
        <span className="site-header__unread tabular" aria-hidden="true" translate="no">
          {count > MOST_SHOWN ? m.messenger_many() : exact}
        </span>
      )}
    </SiteLink>
  )
}
