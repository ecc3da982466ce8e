/** The list of conversations in a component: its pages, what was heard since, and when it is asked for again. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { ConversationItem } from "@foldcast/contracts/queries/conversations"
import { messagesOf } from "@foldcast/folds/messages"
import type { AnswerRefused } from "../../runtime/queries.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import type { ListAsked } from "./conversation-answers.ts"
import { askList, askListsAgain, keepConversationsFresh, listKey } from "./conversation-queries.ts"
import { useUntilUnmounted } from "./use-until-unmounted.ts"
import { hasUnknown, type LoadedList, shownConversations } from "./shown-conversations.ts"

/** Until what came in one burst is asked for. */
const BURST_MS = 300

const NOTHING: ReadonlyArray<ConversationItem> = []

export interface Conversations {
  readonly items: ReadonlyArray<ConversationItem>
  /** Whether anything has loaded. */
  readonly isHere: boolean
  readonly isFailed: boolean
  readonly isAsking: boolean
  readonly isOffline: boolean
  readonly hasMore: boolean
  readonly more: "idle" | "asking" | "failed"
  readonly loadMore: () => void
  readonly askAgain: () => void
}

/** After what was heard since the answer, the service's own list (MSG-34, MSG-38). */
const useFollowed = (data: LoadedList | undefined, isWanted: boolean): void => {
  const runtime = useRuntime()
  const messages = useSite(messagesOf)
  const visit = runtime.visitNow()
  const isUnknown = isWanted && data !== undefined && hasUnknown(data, { ...messages, visit })
  useEffect(() => {
    if (isUnknown) console.warn("A message came of a conversation that is not known.")
  }, [isUnknown])
  const isBehind =
    isWanted &&
    data !== undefined &&
    (data.askedAt.visit !== visit || data.askedAt.heardCount < messages.heardCount)
  const askedAt = data?.askedAt
  useEffect(() => {
    if (!isBehind) return
    const timer = setTimeout(() => {
      askListsAgain(runtime.queries)
    }, BURST_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [isBehind, askedAt, runtime])
}

export const useConversations = (asked: ListAsked, isWanted = true): Conversations => {
  const runtime = useRuntime()
  const messages = useSite(messagesOf)
  const key = listKey(asked)
  const signal = useUntilUnmounted()
  const [more, setMore] = useState<"idle" | "asking" | "failed">("idle")
  const { data, isError, isFetching, fetchStatus, refetch } = useQuery<LoadedList, AnswerRefused>({
    queryKey: key,
    queryFn: ({ signal }) => {
      const known = runtime.queries.getQueryData<LoadedList>(key)
      return askList(asked, known?.pages ?? 1, { runtime, signal })
    },
    enabled: isWanted,
  })
  const loadMore = async () => {
    if (data === undefined || more === "asking") return
    setMore("asking")
    try {
      const longer = await askList(asked, data.pages + 1, { runtime, signal })
      runtime.queries.setQueryData(key, longer)
      setMore("idle")
    } catch {
      if (!signal.aborted) setMore("failed")
    }
  }
  useEffect(() => {
    keepConversationsFresh(runtime)
  }, [runtime])
  useFollowed(data, isWanted)
  return {
    items:
      data === undefined
        ? NOTHING
        : shownConversations(
            data,
            { ...messages, visit: runtime.visitNow() },
            asked.sort === "lastInteraction",
          ),
    isHere: data !== undefined,
    isFailed: isError && data === undefined,
    isAsking: isFetching,
    isOffline: fetchStatus === "paused",
    hasMore: data?.hasMore ?? false,
    more,
    loadMore: () => {
      void loadMore()
    },
    askAgain: () => {
      void refetch()
    },
  }
}
