/**
 * The messages of a conversation. Position is sacred: whatever comes above, below or late, what is read stays where it
 * is; at the end the list follows. Opening shows the first unread message, else the newest. All loaded messages are
 * mounted, since not every screen reader can read a virtualised list.
 */
import { ArrowDown } from "lucide-react"
import { useLayoutEffect, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { useScrollAnchor } from "../stream/chat/use-scroll-anchor.ts"
import { MessageRowView } from "./message-row-view.tsx"
import { localDay, messageRows } from "./message-rows.ts"
import type { Partner } from "./opened-conversation.ts"
import type { ShownMessage } from "./shown-messages.ts"
import type { Conversation } from "./use-conversation.ts"
import { useReadMarks } from "./use-read-marks.ts"

/** Pixels from the upper edge at which the page before is asked for. */
const NEAR_START = 240

const isUnread = ({ isOwn, isRead }: ShownMessage): boolean => !isOwn && !isRead

/** Stays as it was at the opening, and is drawn once. Source: MSG-15. */
const useFirstUnread = (shown: ReadonlyArray<ShownMessage>, isLoaded: boolean): string | null => {
  const [first, setFirst] = useState<{ readonly key: string | null } | null>(null)
  if (first === null && isLoaded) setFirst({ key: shown.find(isUnread)?.key ?? null })
  return first?.key ?? null
}

const countAfter = (shown: ReadonlyArray<ShownMessage>, lastKey: string): number =>
  shown.length - 1 - shown.findLastIndex(({ key }) => key === lastKey)

interface PlaceProps {
  readonly shown: ReadonlyArray<ShownMessage>
  readonly isLoaded: boolean
  readonly hasDivider: boolean
}

/** Follows at the end; elsewhere it stays, and counts what came. */
const usePlace = ({ shown, isLoaded, hasDivider }: PlaceProps) => {
  const list = useRef<HTMLDivElement>(null)
  const items = useRef<HTMLOListElement>(null)
  const place = useScrollAnchor(list, items)
  const [missed, setMissed] = useState(0)
  const last = shown.at(-1)
  const own = shown.filter(({ isOwn }) => isOwn).length
  const before = useRef({ lastKey: "", own, isOpened: false })
  useLayoutEffect(() => {
    const was = before.current
    const lastKey = last?.key ?? ""
    before.current = { lastKey, own, isOpened: was.isOpened || isLoaded }
    if (!was.isOpened) {
      place.toEnd()
      const divider = list.current?.querySelector(".lane__unread")
      if (isLoaded && hasDivider && divider) {
        divider.scrollIntoView({ block: "start" })
        place.scrolled()
      }
      return
    }
    const isOwnNew = last?.isOwn === true && lastKey !== was.lastKey
    if (place.isAtEnd() || isOwnNew) {
      place.toEnd()
      setMissed(0)
      return
    }
    place.keep()
    if (lastKey !== was.lastKey) setMissed((sum) => sum + countAfter(shown, was.lastKey))
  }, [shown, last, own, isLoaded, hasDivider, place])
  return {
    list,
    items,
    missed,
    toEnd: () => {
      place.toEnd()
      setMissed(0)
    },
    scrolled: (): boolean => {
      const isAtEnd = place.scrolled()
      if (isAtEnd) setMissed(0)
      return isAtEnd
    },
  }
}

export interface MessageLogProps {
  readonly conversation: Conversation
  readonly partner: Partner
  readonly unread: number
  readonly isSeen: boolean
}

export function MessageLog({ conversation, partner, unread, isSeen }: MessageLogProps) {
  const locale = useLocale()
  const { shown, history, older } = conversation
  const isLoaded = history !== undefined || partner.conversationId === null
  const firstUnread = useFirstUnread(shown, isLoaded)
  const rows = messageRows(shown, firstUnread, localDay)
  const place = usePlace({ shown, isLoaded, hasDivider: firstUnread !== null })
  const [isAway, setAway] = useState(false)
  useReadMarks({ list: place.list, shown, conversationId: partner.conversationId, unread, isSeen })
  return (
    <div className="lane__frame">
      <div
        ref={place.list}
        className="lane__log"
        role="log"
        aria-label={m.conversation_log({ name: partner.username })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          setAway(!place.scrolled())
          // A page that failed is asked for by its button alone.
          if (currentTarget.scrollTop < NEAR_START && older?.isFailed === false) older.load()
        }}
      >
        <div className="lane__older">
          {older === null ? (
            history !== undefined && <p className="lane__begin">{m.conversation_begin()}</p>
          ) : (
            <>
              {older.isFailed && (
                <p role="status">
                  <TextRun>{m.conversation_older_failed()}</TextRun>
                </p>
              )}
              <Button
                variant="quiet"
                isPending={older.isAsking}
                pendingLabel={m.conversation_older_loading()}
                onPress={older.load}
              >
                {m.conversation_older()}
              </Button>
            </>
          )}
        </div>
        <ol ref={place.items} className="lane__rows">
          {rows.map((row) => (
            <MessageRowView key={row.key} row={row} partner={partner} />
          ))}
        </ol>
      </div>
      {(isAway || place.missed > 0) && (
        <Button
          className="lane__to-end"
          aria-label={
            place.missed === 0
              ? m.conversation_to_end()
              : m.conversation_to_end_new({ count: formatCount(place.missed, locale) })
          }
          onPress={() => {
            place.list.current?.focus()
            place.toEnd()
            setAway(false)
          }}
        >
          <ArrowDown size={16} aria-hidden="true" />
          {place.missed > 0 && <span translate="no">{formatCount(place.missed, locale)}</span>}
        </Button>
      )}
    </div>
  )
}
