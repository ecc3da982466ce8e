/**
 * Asks for the list of conversations and for one of them, and keeps what was asked for right: answers are asked for
 * again after a new stream, after an interruption of what tells of messages, and where more was heard than is kept.
 */
import type { QueryClient } from "@tanstack/react-query"
import { map, pairwise, startWith } from "rxjs"
import { MESSAGES_PER_PAGE } from "@foldcast/contracts/private-message"
import { messagesOf } from "@foldcast/folds/messages"
import type { SiteState } from "@foldcast/folds/site-state"
import { queryPorts } from "../../runtime/browser-ports.ts"
import { perRuntime } from "../../runtime/per-runtime.ts"
import { fetchJson, type Resource } from "../../runtime/queries.ts"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { conversationPage, conversationsPage, type ListAsked } from "./conversation-answers.ts"
import {
  type AskedAt,
  type ConversationHistory,
  historyOf,
  meets,
  olderPage,
  withKnown,
  withOlder,
} from "./conversation-history.ts"
import type { LoadedList } from "./shown-conversations.ts"
import "@foldcast/folds/with-messages"

const LISTS = "conversations"
const ONE = "conversation"

export const listKey = ({ filter, sort, username }: ListAsked) =>
  [LISTS, filter, sort, username] as const
export const historyKey = (id: string) => [ONE, id] as const

interface Asking {
  readonly runtime: SiteRuntime
  readonly signal: AbortSignal
}

/** How far was heard is noted before the question: the answer holds that much for certain. */
const asked = async <A>(
  resource: Resource<A>,
  { runtime, signal }: Asking,
): Promise<{ readonly answer: A; readonly askedAt: AskedAt }> => {
  await runtime.settled()
  const visit = runtime.visitNow()
  const { heardCount } = messagesOf(runtime.getState())
  const answer = await fetchJson(resource, queryPorts, signal, runtime.dispatch)
  return { answer, askedAt: { visit, heardCount } }
}

/** As many pages as are shown. What moved between two of them meanwhile stands once, as it was heard of last. */
export const askList = async (
  list: ListAsked,
  pages: number,
  asking: Asking,
): Promise<LoadedList> => {
  const first = await asked(conversationsPage(list, 0), asking)
  const items = new Map(first.answer.conversations.map((item) => [item.id, item]))
  let { nextPage } = first.answer
  let loaded = 1
  while (nextPage !== null && loaded < pages) {
    const { answer } = await asked(conversationsPage(list, nextPage), asking)
    for (const item of answer.conversations) items.set(item.id, item)
    nextPage = answer.nextPage
    loaded += 1
  }
  return {
    items: [...items.values()],
    pages: loaded,
    hasMore: nextPage !== null,
    askedAt: first.askedAt,
  }
}

/** Most pages in one answer; the service has this bound. */
const MAX_PAGES = 50

const pagesOf = (unread: number): number =>
  Math.min(MAX_PAGES, Math.max(1, Math.ceil(unread / MESSAGES_PER_PAGE)))

/** The newest messages, all unread ones among them (API-054), and as many as reach what is known. */
export const askHistory = async (
  id: string,
  unread: number,
  known: ConversationHistory | undefined,
  asking: Asking,
): Promise<ConversationHistory> => {
  const newest = await asked(conversationPage(id, 0, pagesOf(unread)), asking)
  let history = historyOf(newest.answer, newest.askedAt)
  if (known === undefined) return history
  for (let page = olderPage(history); !meets(known, history) && page < MAX_PAGES; page += 1) {
    const { answer } = await asked(conversationPage(id, page), asking)
    history = withOlder(history, answer)
  }
  // Where so much came meanwhile that what was known is far up, it is loaded again by who scrolls there.
  return meets(known, history) ? withKnown(known, history) : history
}

/** The next older messages. A page of which all is known is passed over. */
export const askOlder = async (
  id: string,
  history: ConversationHistory,
  asking: Asking,
): Promise<ConversationHistory> => {
  let longer = history
  let page = olderPage(history)
  while (longer.hasOlder && longer.messages.length === history.messages.length) {
    const { answer } = await asked(conversationPage(id, page), asking)
    longer = withOlder(history, answer)
    page += 1
  }
  return longer
}

/** Where messages are told of, and where they are asked for. */
const TELLS: ReadonlySet<string> = new Set(["member-socket", "messenger-api", "gateway"])

const interruptions = ({ visit }: SiteState): number =>
  visit.interrupted.filter((source) => TELLS.has(source)).length

export const askListsAgain = (queries: QueryClient): void => {
  void queries.invalidateQueries({ queryKey: [LISTS] })
}

const askAllAgain = (queries: QueryClient): void => {
  askListsAgain(queries)
  void queries.invalidateQueries({ queryKey: [ONE] })
}

/** Begins once in a document, with the first thing that shows messages. */
export const keepConversationsFresh = perRuntime((runtime) => {
  const now = (state: SiteState) => ({
    visit: runtime.visitNow(),
    interrupted: interruptions(state),
  })
  return {
    subscription: runtime.state$
      .pipe(map(now), startWith(now(runtime.getState())), pairwise())
      .subscribe(([before, after]) => {
        if (after.visit !== before.visit || after.interrupted < before.interrupted) {
          askAllAgain(runtime.queries)
        }
      }),
  }
})
