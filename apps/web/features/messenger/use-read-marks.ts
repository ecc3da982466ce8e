/**
 * Marks as read what is seen: a message of the performer's of which half is visible, in a window that has the focus.
 * Nothing else reads: no reconnect, no other tab, no scrolled line above it (MSG-27, MSG-51).
 */
import { type RefObject, useEffect, useRef } from "react"
import { useRuntime } from "../../runtime/react.tsx"
import type { ShownMessage } from "./shown-messages.ts"

/** Of a message, or of the list where the message is taller. */
const SEEN_SHARE = 0.5

const isSeenIn = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= SEEN_SHARE ||
  (rootBounds !== null && intersectionRect.height >= rootBounds.height * SEEN_SHARE)

const isLookedAt = () => document.visibilityState === "visible" && document.hasFocus()

/** The newest of them: who has read it has read those before it. */
const newestOf = (
  shown: ReadonlyArray<ShownMessage>,
  ids: ReadonlySet<string>,
): ShownMessage | undefined =>
  shown.findLast(({ id, isOwn, isRead }) => id !== null && !isOwn && !isRead && ids.has(id))

export interface ReadMarks {
  readonly list: RefObject<HTMLElement | null>
  readonly shown: ReadonlyArray<ShownMessage>
  readonly conversationId: string | null
  /** What the list said at the opening: a conversation may be marked as unread though all of it was read. */
  readonly unread: number
  readonly isSeen: boolean
}

export const useReadMarks = ({ list, shown, conversationId, unread, isSeen }: ReadMarks): void => {
  const runtime = useRuntime()
  const visible = useRef(new Set<string>())
  const marked = useRef<string | null>(null)
  const present = useRef(shown)
  useEffect(() => {
    present.current = shown
  }, [shown])
  const unreadIds = shown
    .flatMap(({ id, isOwn, isRead }) => (id !== null && !isOwn && !isRead ? [id] : []))
    .join()
  const isMarkedUnread = unread > 0 && unreadIds === ""
  const newestRead = isMarkedUnread ? (shown.findLast(({ isOwn }) => !isOwn)?.id ?? null) : null

  useEffect(() => {
    if (conversationId === null || !isSeen) return
    const mark = (messageId: string) => {
      if (marked.current === messageId) return
      marked.current = messageId
      runtime.send({ _tag: "MarkMessageRead", conversationId, messageId })
    }
    const look = () => {
      if (!isLookedAt()) return
      const newest = newestOf(present.current, visible.current)?.id ?? newestRead
      if (newest !== null) mark(newest)
    }
    const again = () => {
      // One that was lost on the way is told anew.
      marked.current = null
      look()
    }
    const ids = visible.current
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) {
          const id = entry.target.getAttribute("data-unread")
          if (id === null) continue
          if (isSeenIn(entry)) ids.add(id)
          else ids.delete(id)
        }
        look()
      },
      { root: list.current, threshold: [0, SEEN_SHARE, 1] },
    )
    for (const line of list.current?.querySelectorAll("[data-unread]") ?? []) observer.observe(line)
    look()
    addEventListener("focus", again)
    document.addEventListener("visibilitychange", again)
    return () => {
      observer.disconnect()
      ids.clear()
      removeEventListener("focus", again)
      document.removeEventListener("visibilitychange", again)
    }
  }, [conversationId, isSeen, list, newestRead, runtime, unreadIds])
}
