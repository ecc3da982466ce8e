/**
 * The messages of one conversation as far as they were loaded, and how a further page joins them. Pure.
 *
 * Invariants: messages stand in the order in which they were written, each once; what is loaded has no gap, from the
 * oldest loaded one to the newest.
 */
import { MESSAGES_PER_PAGE } from "@foldcast/contracts/private-message"
import type { ConversationAnswer, PrivateMessage } from "@foldcast/contracts/queries/conversations"

/** How far this document had heard when it asked: the answer holds all of that (packages/folds/messages.ts). */
export interface AskedAt {
  /** Undefined before there is one. */
  readonly visit: string | undefined
  readonly heardCount: number
}

export interface ConversationHistory extends Omit<ConversationAnswer, "messages" | "nextPage"> {
  readonly messages: ReadonlyArray<PrivateMessage>
  readonly hasOlder: boolean
  readonly askedAt: AskedAt
}

/** Ids of one service are numbers, or texts of one kind; two of the same millisecond stand as they were numbered. */
const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

export const compareMessages = (
  a: Pick<PrivateMessage, "id" | "createdAt">,
  b: Pick<PrivateMessage, "id" | "createdAt">,
): number => a.createdAt - b.createdAt || compareIds(a.id, b.id)

/** The later answer says how a message is now. */
const joined = (
  earlier: ReadonlyArray<PrivateMessage>,
  later: ReadonlyArray<PrivateMessage>,
): ReadonlyArray<PrivateMessage> => {
  const byId = new Map(earlier.map((message) => [message.id, message]))
  for (const message of later) byId.set(message.id, message)
  return [...byId.values()].toSorted(compareMessages)
}

/** The conversation as the newest page alone tells it. */
export const historyOf = (answer: ConversationAnswer, askedAt: AskedAt): ConversationHistory => {
  const { messages, nextPage, ...rest } = answer
  return {
    ...rest,
    messages: messages.toSorted(compareMessages),
    hasOlder: nextPage !== null,
    askedAt,
  }
}

const isWithin = (known: ConversationHistory, messages: ReadonlyArray<PrivateMessage>): boolean => {
  const ids = new Set(known.messages.map(({ id }) => id))
  return messages.some(({ id }) => ids.has(id))
}

/** Whether nothing can stand between what is known and what was loaded anew. */
export const meets = (known: ConversationHistory, loaded: ConversationHistory): boolean =>
  !loaded.hasOlder || isWithin(known, loaded.messages)

/**
 * What was loaded anew, from the newest message on, with what was known of earlier ones. What the service does not tell
 * any more is gone.
 */
export const withKnown = (
  known: ConversationHistory,
  loaded: ConversationHistory,
): ConversationHistory => {
  const [oldest] = loaded.messages
  if (oldest === undefined || !loaded.hasOlder) return loaded
  const earlier = known.messages.filter((message) => compareMessages(message, oldest) < 0)
  if (earlier.length === 0) return loaded
  return { ...loaded, messages: joined(earlier, loaded.messages), hasOlder: known.hasOlder }
}

/** The page, counted from the newest message, that holds the next older ones. */
export const olderPage = ({ messages }: ConversationHistory): number =>
  Math.floor(messages.length / MESSAGES_PER_PAGE)

/** With an older page. What newer messages moved into it is known already. */
export const withOlder = (
  history: ConversationHistory,
  { messages, nextPage }: ConversationAnswer,
): ConversationHistory => ({
  ...history,
  messages: joined(messages, history.messages),
  hasOlder: nextPage !== null,
})
