/** One conversation in a pop-up: open, or its bar alone (MSG-40, MSG-41, MSG-48 to MSG-51). Escape minimises it. */
import { Minus, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { FavouriteButton } from "../favourites/favourite-button.tsx"
import { Avatar } from "../messenger/avatar.tsx"
import { ConversationLane } from "../messenger/conversation-lane.tsx"
import { UnreadCount } from "../messenger/unread-count.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { SiteLink } from "../site/site-link.tsx"
import type { PopUpItem } from "./pop-up-items.ts"

/** Source: MSG-50, and no longer than anybody bears it. */
const PULSE_MS = 5_000

/** True for five seconds after each message that came. */
const usePulse = (newestUnread: string | null): boolean => {
  const [pulsing, setPulsing] = useState<string | null>(null)
  const seen = useRef<string | null>(null)
  useEffect(() => {
    if (newestUnread === seen.current) return
    seen.current = newestUnread
    setPulsing(newestUnread)
    const timer = setTimeout(() => {
      setPulsing(null)
    }, PULSE_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [newestUnread])
  return pulsing !== null && pulsing === newestUnread
}

export interface PopUpViewProps {
  readonly item: PopUpItem
  readonly isWide: boolean
}

function Bar({ item, onOpen }: { readonly item: PopUpItem; readonly onOpen: () => void }) {
  const locale = useLocale()
  const { partner, unread } = item
  const { username, avatar, isOnline } = partner
  return (
    <button
      type="button"
      className="pop-up__bar"
      aria-expanded={false}
      aria-label={
        unread === 0
          ? m.pop_up_open({ name: username })
          : m.pop_up_open_unread({ name: username, count: formatCount(unread, locale) })
      }
      onClick={onOpen}
    >
      <Avatar username={username} avatar={avatar} isOnline={isOnline} />
      <span className="pop-up__name" translate="no">
        {username}
      </span>
      <UnreadCount count={unread} isNamed={false} />
    </button>
  )
}

export function PopUpView({ item, isWide }: PopUpViewProps) {
  const { dispatch, send } = useRuntime()
  const { partner, unread, isMinimised, newestUnread } = item
  const { performerId, conversationId, username, avatar, isOnline } = partner
  const isPulsing = usePulse(newestUnread)
  const [hasFocus, setFocus] = useState(false)
  const element = useRef<HTMLElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (isMinimised || !wasOpened.current) return
    wasOpened.current = false
    element.current?.querySelector("textarea")?.focus()
  }, [isMinimised])
  const setBubble = (isOn: boolean) => {
    send({ _tag: "SetConversationState", conversationId, state: "bubble", isOn })
  }
  const minimise = () => {
    dispatch({ _tag: "PopUpMinimised", performerId })
    setBubble(true)
  }
  const close = () => {
    dispatch({ _tag: "PopUpClosed", performerId })
    setBubble(false)
  }
  const label = m.pop_up_label({ name: username })
  if (isMinimised) {
    return (
      <aside className="pop-up" data-pulse={isPulsing || undefined} aria-label={label}>
        <Bar
          item={item}
          onOpen={() => {
            wasOpened.current = true
            dispatch({ _tag: "PopUpOpened", performerId })
            setBubble(false)
          }}
        />
        <IconButton label={m.pop_up_end({ name: username })} onPress={close}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </aside>
    )
  }
  return (
    <aside
      ref={element}
      className="pop-up"
      data-open
      data-performer={performerId}
      data-pulse={isPulsing || undefined}
      aria-label={label}
      onFocus={() => {
        setFocus(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return
        event.stopPropagation()
        if (isWide) minimise()
        else close()
      }}
    >
      <ConversationLane
        key={performerId}
        partner={partner}
        unread={unread}
        isSeen={hasFocus}
        head={
          <header className="pop-up__head">
            <Avatar username={username} avatar={avatar} isOnline={isOnline} />
            <h2 className="pop-up__name" translate="no">
              <SiteLink page="profile-model" params={{ model: username }}>
                {username}
              </SiteLink>
            </h2>
            <FavouriteButton performerId={performerId} username={username} size="profile" />
            {isWide && (
              <IconButton label={m.pop_up_minimise({ name: username })} onPress={minimise}>
                <Minus size={18} aria-hidden="true" />
              </IconButton>
            )}
            <IconButton label={m.pop_up_end({ name: username })} onPress={close}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </header>
        }
      />
    </aside>
  )
}
