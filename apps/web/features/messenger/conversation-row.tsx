/** One conversation of the list: who, the newest message, when, and how many are unread (MSG-08, MSG-19). */
import { Star } from "lucide-react"
import type { ConversationItem } from "@foldcast/contracts/queries/conversations"
import type { Locale } from "@foldcast/contracts/units"
import { formatTime } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import { Avatar } from "./avatar.tsx"
import { dayText } from "./day-text.ts"
import { dayName } from "./message-rows.ts"
import { UnreadCount } from "./unread-count.tsx"

/** What the newest message says in a line. */
export const previewOf = ({ message, other }: ConversationItem): string => {
  const { text, attachment, receiver } = message
  const said = text ?? (attachment === undefined ? m.messenger_erased() : m.messenger_picture())
  return receiver === other.messagingId ? m.messenger_you({ text: said }) : said
}

/** Today the time, else the day. */
const whenText = (at: number, now: number, locale: Locale): string =>
  dayName(at, now) === "today" ? formatTime(at, locale) : dayText(at, now, locale)

export interface ConversationRowProps {
  readonly item: ConversationItem
  readonly isOpen: boolean
}

export function ConversationRow({ item, isOpen }: ConversationRowProps) {
  const locale = useLocale()
  const now = useGatewayNow()()
  const { id, other, unread, favorite, archived, updatedAt } = item
  return (
    <li className="conversation-row" data-open={isOpen || undefined}>
      <SiteLink
        page="messenger-performer"
        params={{ performer: id }}
        className="conversation-row__link"
        {...(isOpen && { "aria-current": "page" as const })}
        {...(unread > 0 && {
          "aria-label": m.messenger_item({
            name: other.username,
            count: formatCount(unread, locale),
          }),
        })}
      >
        <Avatar username={other.username} avatar={other.avatar} isOnline={other.isOnline} />
        <span className="conversation-row__name" translate="no">
          {other.username}
        </span>
        <span className="conversation-row__when tabular">
          <TextRun>{whenText(updatedAt, now, locale)}</TextRun>
        </span>
        <span className="conversation-row__said" dir="auto">
          <TextRun>{previewOf(item)}</TextRun>
        </span>
        <span className="conversation-row__marks">
          {archived && <small>{m.messenger_archived()}</small>}
          {favorite && <Star size={14} aria-hidden="true" className="conversation-row__star" />}
          <UnreadCount count={unread} isNamed={false} />
        </span>
      </SiteLink>
    </li>
  )
}
