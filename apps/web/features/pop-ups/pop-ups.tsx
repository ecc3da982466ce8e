/**
 * Conversations in pop-ups over any page but the messenger's: those that were opened, and, minimised, those in which a
 * message came (MSG-39 to MSG-52). As many as fit; one that has to go is named.
 *
 * Invariant: they cover neither the question of consent nor what has the focus.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { useLocation, useRouter } from "@tanstack/react-router"
import { popUpsOf } from "@foldcast/folds/pop-ups"
import type { SiteState } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { isMobileWidth } from "../../runtime/device.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { useCurrentPage } from "../category/use-current-page.ts"
import { type Conversations, useConversations } from "../messenger/use-conversations.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { PopUpView } from "./pop-up-view.tsx"
import { newlyWritten, popUpItems } from "./pop-up-items.ts"
import type { PopUpsProps } from "./pop-ups-outlet.tsx"
import { popUpsThatFit, popUpsTooMany } from "./pop-ups-room.ts"
import { usePopUpMemory } from "./use-pop-up-memory.ts"
import "@foldcast/folds/with-messages"
import "../messenger/conversation-lane.css"
import "../messenger/message-editor.css"
import "./pop-ups.css"

const whenResized = (listener: () => void) => {
  addEventListener("resize", listener)
  return () => {
    removeEventListener("resize", listener)
  }
}
const useWidth = (): number =>
  useSyncExternalStore(
    whenResized,
    () => innerWidth,
    () => 0,
  )

/** A message that comes while nothing is open for it is shown minimised; on a phone the header says so alone. */
const useNews = ({ items }: Conversations, since: number, isWide: boolean) => {
  const { dispatch } = useRuntime()
  const popUps = useSite(popUpsOf)
  const told = useRef(new Set<string>())
  useEffect(() => {
    // What came to one that is there is no news once that one is closed.
    for (const { message, other } of items) {
      const isThere = popUps.some(({ performerId }) => performerId === other.userid)
      if (isThere) told.current.add(message.id)
    }
    if (!isWide) return
    for (const { message, other } of newlyWritten(items, popUps, since)) {
      // Who closed it has seen it.
      if (told.current.has(message.id)) continue
      told.current.add(message.id)
      dispatch({ _tag: "PopUpMinimised", performerId: other.userid })
    }
  }, [items, popUps, since, isWide, dispatch])
}

/** Closes the oldest beyond those that fit, and names them. */
const useRoomFor = (list: Conversations, width: number): string => {
  const { dispatch } = useRuntime()
  const popUps = useSite(popUpsOf)
  const [gone, setGone] = useState("")
  const before = useRef(popUps)
  useEffect(() => {
    const nameOf = (performerId: string) =>
      list.items.find(({ other }) => other.userid === performerId)?.other.username
    const newest = popUps.at(-1)
    const isNew = !before.current.some(({ performerId }) => performerId === newest?.performerId)
    // The fold drops a fifth by itself.
    const dropped = before.current.filter(
      (one) => isNew && !popUps.some(({ performerId }) => performerId === one.performerId),
    )
    before.current = popUps
    const tooMany = width === 0 ? [] : popUpsTooMany(popUps, width)
    const [name] = [...dropped, ...tooMany].flatMap((one) => nameOf(one.performerId) ?? [])
    if (name !== undefined) setGone(m.pop_up_gone({ name }))
    for (const { performerId } of tooMany) dispatch({ _tag: "PopUpClosed", performerId })
  }, [popUps, width, list.items, dispatch])
  return gone
}

const wantedOf = ({ account }: SiteState) => account.messageOnLogIn

/** Whom a guest wanted to write to before logging in (AUTH-19). */
const useWanted = (list: Conversations, isWide: boolean) => {
  const { dispatch } = useRuntime()
  const router = useRouter()
  const locale = useLocale()
  const pathname = useLocation({ select: (location) => location.pathname })
  const performerId = useSite(wantedOf)
  const { items } = list
  const isHere = list.isHere || list.isFailed
  useEffect(() => {
    if (performerId === null || !isHere) return
    dispatch({ _tag: "MessageWanted", performerId: null })
    const isKnown = items.some(({ other }) => other.userid === performerId)
    if (isKnown && isWide) {
      dispatch({ _tag: "PopUpOpened", performerId })
      return
    }
    const params = { performer: performerId, locale: linkLocale(pathname, locale) }
    void router.navigate({ to: ROUTE_OF["messenger-performer"], params })
  }, [performerId, isHere, items, isWide, dispatch, router, locale, pathname])
}

/** The pop-up of a conversation that is not there any more goes with it. */
const useGoneClosed = (list: Conversations) => {
  const { dispatch } = useRuntime()
  const popUps = useSite(popUpsOf)
  const { items, hasMore, isAsking, isHere } = list
  useEffect(() => {
    if (!isHere || hasMore || isAsking) return
    for (const { performerId } of popUps) {
      if (!items.some(({ other }) => other.userid === performerId)) {
        dispatch({ _tag: "PopUpClosed", performerId })
      }
    }
  }, [items, hasMore, isAsking, isHere, popUps, dispatch])
}

/** What the focus comes to lie below is brought out from under it. */
const useFocusUncovered = () => {
  const { dispatch } = useRuntime()
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target.closest(".pop-ups, .ui-overlay") !== null)
        return
      const at = target.getBoundingClientRect()
      for (const popUp of document.querySelectorAll<HTMLElement>(".pop-up[data-open]")) {
        const over = popUp.getBoundingClientRect()
        const isApart =
          at.right <= over.left ||
          at.left >= over.right ||
          at.bottom <= over.top ||
          at.top >= over.bottom
        const { performer } = popUp.dataset
        if (!isApart && performer !== undefined) {
          dispatch({ _tag: "PopUpMinimised", performerId: performer })
        }
      }
    }
    document.addEventListener("focusin", look)
    return () => {
      document.removeEventListener("focusin", look)
    }
  }, [dispatch])
}

export function PopUps({ since }: PopUpsProps) {
  const list = useConversations({ filter: "all", sort: "lastInteraction", username: "" })
  const width = useWidth()
  const isWide = !isMobileWidth(width)
  const { page } = useCurrentPage()
  const isMessenger = page.startsWith("messenger")
  const popUps = useSite(popUpsOf)
  usePopUpMemory(isWide)
  useNews(list, since, isWide && !isMessenger)
  const gone = useRoomFor(list, width)
  useGoneClosed(list)
  useWanted(list, isWide)
  useFocusUncovered()
  const items = popUpItems(popUps, list.items).slice(-popUpsThatFit(width))
  if (isMessenger || !list.isHere) return null
  return (
    <section className="pop-ups" aria-label={m.pop_ups()}>
      <VisuallyHidden>
        <span role="status">
          <TextRun>{gone}</TextRun>
        </span>
      </VisuallyHidden>
      {items.map((item) =>
        isWide || !item.isMinimised ? (
          <PopUpView key={item.partner.performerId} item={item} isWide={isWide} />
        ) : null,
      )}
    </section>
  )
}
