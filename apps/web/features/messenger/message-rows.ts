/** The rows of a conversation: its messages, a divider before each day, and one before what is new (MSG-12, MSG-15). Pure. */
import type { ShownMessage } from "./shown-messages.ts"

export type MessageRow =
  | { readonly _tag: "Day"; readonly key: string; readonly at: number }
  | { readonly _tag: "Unread"; readonly key: string }
  | {
      readonly _tag: "Message"
      readonly key: string
      readonly message: ShownMessage
      /** Whether it follows one of the same person within a short time. */
      readonly goesOn: boolean
    }

const RUN_MS = 120_000

/** `dayOf`: the day of a moment where the reader is. `firstUnread`: the key of the message that the divider stands before. */
export const messageRows = (
  messages: ReadonlyArray<ShownMessage>,
  firstUnread: string | null,
  dayOf: (at: number) => string,
): ReadonlyArray<MessageRow> => {
  const rows: Array<MessageRow> = []
  let day = ""
  let before: ShownMessage | null = null
  for (const message of messages) {
    const own = dayOf(message.at)
    const isNewDay = own !== day
    const isFirstUnread = message.key === firstUnread
    if (isNewDay) rows.push({ _tag: "Day", key: `day-${message.key}`, at: message.at })
    if (isFirstUnread) rows.push({ _tag: "Unread", key: "unread" })
    const goesOn =
      !isNewDay &&
      !isFirstUnread &&
      before !== null &&
      before.isOwn === message.isOwn &&
      message.at - before.at < RUN_MS
    rows.push({ _tag: "Message", key: message.key, message, goesOn })
    day = own
    before = message
  }
  return rows
}

/** The local day, as text. */
export const localDay = (at: number): string => new Date(at).toDateString()

const DAY_MS = 86_400_000

/** What a day is called beside its date: MSG-11's label of a group. */
export const dayName = (at: number, now: number): "today" | "yesterday" | "date" => {
  const day = localDay(at)
  if (day === localDay(now)) return "today"
  return day === localDay(now - DAY_MS) ? "yesterday" : "date"
}
