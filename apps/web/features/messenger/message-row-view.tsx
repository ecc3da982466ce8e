/** One row of a conversation: a text, a picture, a divider or what became of a message (MSG-12). */
import { memo } from "react"
import { formatTime } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { VisuallyHidden } from "@foldcast/ui/visually-hidden.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { useGatewayNow } from "../../runtime/use-gateway-now.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { messageFailure } from "./message-refusals.ts"
import { dayText } from "./day-text.ts"
import type { MessageRow } from "./message-rows.ts"
import { MessagePicture } from "./message-picture.tsx"
import { MessageTicks } from "./message-ticks.tsx"
import type { Partner } from "./opened-conversation.ts"
import { retryMessage } from "./send-private-message.ts"
import type { ShownMessage } from "./shown-messages.ts"

function Day({ at }: { readonly at: number }) {
  const locale = useLocale()
  const now = useGatewayNow()()
  return (
    <li className="lane__day">
      <time dateTime={new Date(at).toISOString().slice(0, 10)}>
        <TextRun>{dayText(at, now, locale)}</TextRun>
      </time>
    </li>
  )
}

/** A button that goes with its line gives the focus to the field. */
const focusField = ({ target }: { readonly target: Element }): void => {
  target.closest(".lane")?.querySelector("textarea")?.focus()
}

function Unsent({
  message,
  partner,
}: {
  readonly message: ShownMessage
  readonly partner: Partner
}) {
  const runtime = useRuntime()
  const { outgoing } = message
  if (outgoing === null || outgoing.sending._tag === "Sending") return null
  if (outgoing.sending._tag === "Unknown") {
    return (
      <span className="message__failure" role="status">
        <TextRun>{m.message_unknown()}</TextRun>
      </span>
    )
  }
  return (
    <span className="message__failure" role="alert">
      <TextRun>{messageFailure(outgoing.sending.label)}</TextRun>
      <Button
        variant="link"
        onPress={(event) => {
          focusField(event)
          retryMessage(runtime, partner, outgoing)
        }}
      >
        {m.message_retry()}
      </Button>
      <Button
        variant="link"
        onPress={(event) => {
          focusField(event)
          runtime.dispatch({ _tag: "OwnLineDiscarded", commandId: outgoing.commandId })
        }}
      >
        {m.message_discard()}
      </Button>
    </span>
  )
}

function Message({
  message,
  goesOn,
  partner,
}: {
  readonly message: ShownMessage
  readonly goesOn: boolean
  readonly partner: Partner
}) {
  const locale = useLocale()
  const { isOwn, isRead, text, picture, at, id, status } = message
  return (
    <li
      className="message"
      data-own={isOwn || undefined}
      data-goes-on={goesOn || undefined}
      data-unsent={message.outgoing !== null || undefined}
      {...(!isOwn && !isRead && id !== null && { "data-unread": id })}
    >
      <VisuallyHidden>
        <span translate={isOwn ? undefined : "no"}>
          {isOwn ? m.conversation_you() : partner.username}
        </span>
      </VisuallyHidden>
      <div className="message__body">
        {picture !== null && (
          <MessagePicture picture={picture} isOwn={isOwn} name={partner.username} />
        )}
        {text !== null && (
          <span className="message__text" dir="auto">
            {text}
          </span>
        )}
        {text === null && picture === null && (
          <span className="message__erased">{m.messenger_erased()}</span>
        )}
        <span className="message__meta">
          <time className="tabular" dateTime={new Date(at).toISOString()} translate="no">
            {formatTime(at, locale)}
          </time>
          {isOwn && <MessageTicks status={status} />}
        </span>
      </div>
      <Unsent message={message} partner={partner} />
    </li>
  )
}

/** Memoized: a long conversation renders with every message that comes. */
export const MessageRowView = memo(function MessageRowView({
  row,
  partner,
}: {
  readonly row: MessageRow
  readonly partner: Partner
}) {
  switch (row._tag) {
    case "Day":
      return <Day at={row.at} />
    case "Unread":
      return (
        <li className="lane__unread">
          <TextRun>{m.conversation_unread()}</TextRun>
        </li>
      )
    case "Message":
      return <Message message={row.message} goesOn={row.goesOn} partner={partner} />
  }
}, isSameRow)

interface RowProps {
  readonly row: MessageRow
  readonly partner: Partner
}

const isSameMessage = (a: ShownMessage, b: ShownMessage): boolean =>
  a.key === b.key &&
  a.id === b.id &&
  a.text === b.text &&
  a.status === b.status &&
  a.isRead === b.isRead &&
  a.at === b.at &&
  a.outgoing === b.outgoing &&
  a.picture?.attachmentId === b.picture?.attachmentId &&
  a.picture?.width === b.picture?.width

/** The rows are made anew from the log each time: equal ones are the same. */
function isSameRow(a: RowProps, b: RowProps): boolean {
  if (a.partner.username !== b.partner.username || a.partner.partnerId !== b.partner.partnerId) {
    return false
  }
  if (a.row._tag === "Message" && b.row._tag === "Message") {
    return a.row.goesOn === b.row.goesOn && isSameMessage(a.row.message, b.row.message)
  }
  // What a day is called changes at midnight.
  return a.row._tag === "Unread" && b.row._tag === "Unread"
}
