/** One conversation in a component: what was loaded of it, what was heard since, and older pages. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { MAX_HEARD, messagesOf } from "@foldcast/folds/messages"
import type { AnswerRefused } from "../../runtime/queries.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { askHistory, askOlder, historyKey, keepConversationsFresh } from "./conversation-queries.ts"
import { type ConversationHistory, withKnown } from "./conversation-history.ts"
import { useUntilUnmounted } from "./use-until-unmounted.ts"
import { type ShownMessage, shownMessages } from "./shown-messages.ts"

export interface ConversationPartner {
  /** Null for a conversation that does not exist yet. */
  readonly conversationId: string | null
  readonly performerId: string
  /** What a message to the performer is addressed with; null where it is not known: the performer's id. */
  readonly partnerId: string | null
  /** Messages that were unread at the opening. */
  readonly unread: number
}

export interface Conversation {
  readonly shown: ReadonlyArray<ShownMessage>
  readonly history: ConversationHistory | undefined
  /** What the gateway refused the conversation with. */
  readonly failure: AnswerRefused | null
  readonly isAsking: boolean
  readonly isOffline: boolean
  readonly askAgain: () => void
  /** Null where there are none. */
  readonly older: {
    readonly isAsking: boolean
    readonly isFailed: boolean
    readonly load: () => void
  } | null
}

type Older = "idle" | "asking" | "failed"

const useOlder = (conversationId: string | null, history: ConversationHistory | undefined) => {
  const runtime = useRuntime()
  const [older, setOlder] = useState<Older>("idle")
  const signal = useUntilUnmounted()
  const load = async () => {
    if (conversationId === null || history === undefined || older === "asking") return
    setOlder("asking")
    const key = historyKey(conversationId)
    try {
      const longer = await askOlder(conversationId, history, { runtime, signal })
      // What was loaded anew meanwhile stays the base; where it does not begin there any more, it is asked again.
      runtime.queries.setQueryData<ConversationHistory>(key, (present) =>
        present !== undefined && present.messages[0]?.id === history.messages[0]?.id
          ? withKnown(longer, present)
          : present,
      )
      setOlder("idle")
    } catch {
      if (!signal.aborted) setOlder("failed")
    }
  }
  return { older, load }
}

export const useConversation = ({
  conversationId,
  performerId,
  partnerId,
  unread,
}: ConversationPartner): Conversation => {
  const runtime = useRuntime()
  const messages = useSite(messagesOf)
  const key = historyKey(conversationId ?? "")
  const { data, error, isFetching, fetchStatus, refetch } = useQuery<
    ConversationHistory,
    AnswerRefused
  >({
    queryKey: key,
    queryFn: ({ signal }) =>
      askHistory(
        conversationId ?? "",
        unread,
        runtime.queries.getQueryData<ConversationHistory>(key),
        { runtime, signal },
      ),
    enabled: conversationId !== null,
  })
  useEffect(() => {
    keepConversationsFresh(runtime)
  }, [runtime])
  const { older, load } = useOlder(conversationId, data)
  const visit = runtime.visitNow()
  // Before more was heard than is kept.
  const isFarBehind =
    data !== undefined &&
    data.askedAt.visit === visit &&
    messages.heardCount - data.askedAt.heardCount > MAX_HEARD / 2
  useEffect(() => {
    if (isFarBehind) void refetch()
  }, [isFarBehind, refetch])
  const partner = partnerId ?? performerId
  return {
    shown: shownMessages({
      conversationId,
      performerId,
      history: data,
      messages,
      visit,
      isOwn: (receiver) => receiver === partner,
    }),
    history: data,
    failure: data === undefined ? error : null,
    isAsking: isFetching,
    isOffline: fetchStatus === "paused",
    askAgain: () => {
      void refetch()
    },
    older:
      data?.hasOlder === true
        ? {
            isAsking: older === "asking",
            isFailed: older === "failed",
            load: () => {
              void load()
            },
          }
        : null,
  }
}
