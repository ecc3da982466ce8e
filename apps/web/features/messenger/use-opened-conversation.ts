/** Which conversation the page shows: the address, the list, and what the service and the site know of it. */
import type { UseQueryResult } from "@tanstack/react-query"
import { useLocation, useRouter } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { messagesOf } from "@foldcast/folds/messages"
import { BY_ID_KEY } from "@foldcast/rules/grid/known-performers"
import { performersByIdPath } from "@foldcast/rules/grid/resources"
import type { AnswerRefused } from "../../runtime/queries.ts"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { useCurrentPage } from "../category/use-current-page.ts"
import { readPerformers } from "../performers/answers.ts"
import { profileFailure, profileResource } from "../profile/profile-resource.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { linkLocale, ROUTE_OF } from "../site/page-target.ts"
import { conversationPage } from "./conversation-answers.ts"
import { itemAt, type Partner, partnerOf, wantedId } from "./opened-conversation.ts"
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

const withoutConversation = (
  performerId: string,
  username: string,
  avatar: string | null,
): Opened =>
  open({
    conversationId: null,
    performerId,
    partnerId: null,
    username,
    avatar,
    isOnline: null,
  })

type Asked = Pick<
  UseQueryResult<unknown, AnswerRefused>,
  "error" | "fetchStatus" | "refetch" | "data"
>

const isGone = ({ error }: Asked): boolean => error !== null && profileFailure(error) === "Gone"

const unanswered = (asked: Asked, isLast: boolean): Opened => {
  const askAgain = () => {
    void asked.refetch()
  }
  if (asked.fetchStatus === "paused") return { _tag: "Failed", isOffline: true, askAgain }
  if (isLast && isGone(asked)) return { _tag: "Missing" }
  if (asked.error === null || isGone(asked)) return { _tag: "Looking" }
  return { _tag: "Failed", isOffline: false, askAgain }
}

/** Where the list does not hold it: the service knows conversations, the site knows performers by id and by name. */
const useLookUp = (place: string | null, isPerformers: boolean): Opened | null => {
  const locale = useLocale()
  const conversation = useAnswer(conversationPage(place ?? "", 0), {
    isWanted: place !== null && !isPerformers,
  })
  const isNone = place !== null && (isPerformers || isGone(conversation))
  const isId = place !== null && isPerformerId(place)
  const byId = useAnswer(
    { path: performersByIdPath([place ?? ""], locale), read: readPerformers, key: BY_ID_KEY },
    { isWanted: isNone && isId },
  )
  const [performer] = byId.data?.performers ?? []
  const isNobodysId = isNone && (!isId || (byId.data !== undefined && performer === undefined))
  const profile = useAnswer(profileResource(place ?? "", locale), { isWanted: isNobodysId })
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
  if (performer !== undefined) {
    const { performerId, username, picture } = performer
    return withoutConversation(performerId, username, picture?.url ?? null)
  }
  if (profile.data !== undefined) {
    const { performerId, username, picture } = profile.data
    return withoutConversation(performerId, username, picture?.url ?? null)
  }
  if (isNobodysId) return unanswered(profile, true)
  return unanswered(isNone ? byId : conversation, false)
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
  const { items } = list
  const item = place === null ? undefined : itemAt(items, place)
  const begun = last === null ? null : conversationBegun(messages, last.performerId)
  const isDeleted = place !== null && isConversationDeleted(messages, place)
  const isBegun = begun !== null && begun === place
  const isKnown = item !== undefined || isBegun || isDeleted || place === null
  const isListed = list.isHere || list.isFailed
  const wanted = page === "messenger-new-conversation" ? wantedId(searchStr) : null
  const wantedItem = items.find(({ other }) => other.userid === wanted)
  const isWantedKnown = wantedItem !== undefined || last?.performerId === wanted
  const asked = wanted !== null && !isWantedKnown && isListed ? wanted : null
  const isSought = !isKnown && isListed && place !== ""
  const lookedUp = useLookUp(isSought ? place : asked, !isSought)

  const opened = ((): Opened => {
    if (page === "messenger-new-conversation") {
      if (wanted === null) return { _tag: "Choosing" }
      if (wantedItem !== undefined) return open(partnerOf(wantedItem))
      // The first message has gone: its conversation is there before its address is.
      if (last?.performerId === wanted) return open({ ...last, conversationId: begun })
      return lookedUp ?? { _tag: "Looking" }
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
