/** Which conversation the page shows: the address, the list, and what the service and the site know of it. */
import { useLocation, useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { messagesOf } from "@foldcast/folds/messages"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useCurrentPage } from "../category/use-current-page.ts"
import { profileFailure, profileResource } from "../profile/profile-resource.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { conversationPage } from "./conversation-answers.ts"
import { itemAt, type Partner, partnerOf, wantedPartner } from "./opened-conversation.ts"
import { conversationBegun, isConversationDeleted } from "./shown-messages.ts"
import type { Conversations } from "./use-conversations.ts"

export type Opened =
  | { readonly _tag: "Nothing" }
  /** On the page for a new conversation, with nobody chosen. */
  | { readonly _tag: "Choosing" }
  | { readonly _tag: "Looking" }
  | { readonly _tag: "Missing" }
  | { readonly _tag: "Failed"; readonly isOffline: boolean; readonly askAgain: () => void }
  | { readonly _tag: "Open"; readonly partner: Partner }

const open = (partner: Partner): Opened => ({ _tag: "Open", partner })

/** Where the list does not hold it: the service knows conversations, the site knows performers. */
const useLookUp = (place: string | null): Opened | null => {
  const locale = useLocale()
  const conversation = useAnswer(conversationPage(place ?? "", 0), { isWanted: place !== null })
  const isNone = conversation.error !== null && profileFailure(conversation.error) === "Gone"
  const profile = useAnswer(profileResource(place ?? "", locale), {
    isWanted: place !== null && isNone,
  })
  if (place === null) return null
  if (conversation.data !== undefined) {
    const { id, other } = conversation.data
    return open({
      conversationId: id,
      performerId: other.id,
      partnerId: null,
      username: other.username,
      avatar: null,
      isOnline: null,
    })
  }
  if (profile.data !== undefined) {
    const { performerId, username, picture } = profile.data
    return open({
      conversationId: null,
      performerId,
      partnerId: null,
      username,
      avatar: picture?.url ?? null,
      isOnline: null,
    })
  }
  const [asked, failed] = isNone ? [profile, profile.error] : [conversation, conversation.error]
  if (asked.fetchStatus === "paused") {
    return { _tag: "Failed", isOffline: true, askAgain: () => void asked.refetch() }
  }
  if (failed === null) return { _tag: "Looking" }
  return isNone && profileFailure(failed) === "Gone"
    ? { _tag: "Missing" }
    : { _tag: "Failed", isOffline: false, askAgain: () => void asked.refetch() }
}

const found = (partner: Partner, { items }: Conversations): Partner => {
  const item = items.find(({ other }) => other.userid === partner.performerId)
  return item === undefined ? partner : partnerOf(item)
}

/** `list` is the one of all conversations. */
export const useOpenedConversation = (list: Conversations): Opened => {
  const router = useRouter()
  const locale = useLocale()
  const { page, params } = useCurrentPage()
  const { pathname, searchStr } = useLocation()
  const messages = useSite(messagesOf)
  const [last, setLast] = useState<Partner | null>(null)
  const place = page === "messenger-performer" ? (params["performer"] ?? "") : null
  const item = place === null ? undefined : itemAt(list.items, place)
  const begun = last === null ? null : conversationBegun(messages, last.performerId)
  const isDeleted = place !== null && isConversationDeleted(messages, place)
  const isBegun = begun !== null && begun === place
  const isKnown = item !== undefined || isBegun || isDeleted || place === null
  const isListed = list.isHere || list.isFailed
  const lookedUp = useLookUp(!isKnown && isListed && place !== "" ? place : null)

  const wanted = page === "messenger-new-conversation" ? wantedPartner(searchStr) : null
  const opened = ((): Opened => {
    if (page === "messenger-new-conversation") {
      if (wanted === null || !isPerformerId(wanted.performerId)) return { _tag: "Choosing" }
      return open(found(wanted, list))
    }
    if (place === null || isDeleted) return { _tag: "Nothing" }
    if (item !== undefined) return open(partnerOf(item))
    // It was begun here, and the list does not hold it yet.
    if (isBegun && last !== null) return open({ ...last, conversationId: begun })
    return lookedUp ?? { _tag: "Looking" }
  })()
  const partner = opened._tag === "Open" ? opened.partner : null
  if (partner !== null && !isSame(partner, last)) setLast(partner)

  // Source: ROUTE-11, MSG-32.
  const known = partner?.conversationId ?? begunFor(partner, begun)
  const isElsewhere = known !== null && known !== place
  useEffect(() => {
    if (!isElsewhere) return
    const to = ROUTE_OF["messenger-performer"]
    const target = { performer: known, locale: linkLocale(pathname, locale) }
    void router.navigate({ to, params: target, replace: true, resetScroll: false })
  }, [isElsewhere, known, pathname, locale, router])
  useEffect(() => {
    if (!isDeleted) return
    void router.navigate({
      to: ROUTE_OF.messenger,
      params: { locale: linkLocale(pathname, locale) },
      replace: true,
    })
  }, [isDeleted, pathname, locale, router])
  return opened
}

const begunFor = (partner: Partner | null, begun: string | null): string | null =>
  partner === null ? null : begun

const isSame = (a: Partner, b: Partner | null): boolean =>
  b !== null &&
  a.conversationId === b.conversationId &&
  a.performerId === b.performerId &&
  a.username === b.username &&
  a.avatar === b.avatar &&
  a.isOnline === b.isOnline
