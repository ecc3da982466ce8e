/** One conversation in a pop-up: open, or its bar alone (MSG-40, MSG-41, MSG-48 to MSG-51). Escape minimises it. */
import { Minus, X } from "lucide-react"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
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

/** Where the focus goes when the pop-up that had it is gone. */
const focusAfter = (closed: HTMLElement | null): void => {
  const others = [...document.querySelectorAll<HTMLElement>(".pop-up")].filter(
    (one) => one !== closed,
  )
  const next = others.map((one) => one.querySelector<HTMLElement>(".pop-up__bar, textarea"))
  const [first] = next.filter((one) => one !== null)
  ;(first ?? document.querySelector<HTMLElement>(".site-header__messages"))?.focus()
}

function Head({
  item,
  onMinimise,
  onClose,
}: {
  readonly item: PopUpItem
  /** Null where it cannot be. */
  readonly onMinimise: (() => void) | null
  readonly onClose: () => void
}) {
  const { performerId, username, avatar, isOnline } = item.partner
  return (
    <header className="pop-up__head">
      <Avatar username={username} avatar={avatar} isOnline={isOnline} />
      <h2 className="pop-up__name" translate="no">
        <SiteLink page="profile-model" params={{ model: username }}>
          {username}
        </SiteLink>
      </h2>
      <FavouriteButton performerId={performerId} username={username} size="profile" />
      {onMinimise !== null && (
        <IconButton label={m.pop_up_minimise({ name: username })} onPress={onMinimise}>
          <Minus size={18} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label={m.pop_up_end({ name: username })} onPress={onClose}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </header>
  )
}

/** Escape minimises; not the one that ends an input method's word. */
const isEscape = ({ key, defaultPrevented, nativeEvent }: KeyboardEvent): boolean =>
  key === "Escape" && !defaultPrevented && !nativeEvent.isComposing && nativeEvent.keyCode !== 229

export function PopUpView({ item, isWide }: PopUpViewProps) {
  const { dispatch, send } = useRuntime()
  const { partner, unread, isMinimised, newestUnread } = item
  const { performerId, conversationId, username } = partner
  const isPulsing = usePulse(newestUnread)
  const [hasFocus, setFocus] = useState(false)
  // Source: MSG-43. It stays from then on: what is typed, and a picture on its way, are not lost to a press.
  const [isLoaded, setLoaded] = useState(!isMinimised)
  if (!isMinimised && !isLoaded) setLoaded(true)
  const element = useRef<HTMLElement>(null)
  const isTurned = useRef(false)
  useEffect(() => {
    if (!isTurned.current) return
    isTurned.current = false
    const wanted = isMinimised ? ".pop-up__bar" : "textarea"
    element.current?.querySelector<HTMLElement>(wanted)?.focus()
  }, [isMinimised])
  const turn = (isOpen: boolean) => {
    isTurned.current = true
    dispatch({ _tag: isOpen ? "PopUpOpened" : "PopUpMinimised", performerId })
    send({ _tag: "SetConversationState", conversationId, state: "bubble", isOn: !isOpen })
  }
  const close = () => {
    dispatch({ _tag: "PopUpClosed", performerId })
    if (item.isBubble) {
      send({ _tag: "SetConversationState", conversationId, state: "bubble", isOn: false })
    }
    focusAfter(element.current)
  }
  const minimise = () => {
    turn(false)
  }
  return (
    <aside
      ref={element}
      className="pop-up"
      data-performer={performerId}
      data-open={!isMinimised || undefined}
      data-pulse={isPulsing || undefined}
      aria-label={m.pop_up_label({ name: username })}
      onFocus={() => {
        setFocus(true)
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
      }}
      onKeyDown={(event) => {
        if (isMinimised || !isEscape(event)) return
        event.stopPropagation()
        if (isWide) minimise()
        else close()
      }}
    >
      {isMinimised && (
        <>
          <Bar
            item={item}
            onOpen={() => {
              turn(true)
            }}
          />
          <IconButton label={m.pop_up_end({ name: username })} onPress={close}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        </>
      )}
      {isLoaded && (
        <div className="pop-up__lane" hidden={isMinimised}>
          <ConversationLane
            partner={partner}
            unread={unread}
            isSeen={hasFocus && !isMinimised}
            head={<Head item={item} onMinimise={isWide ? minimise : null} onClose={close} />}
          />
        </div>
      )}
    </aside>
  )
}
