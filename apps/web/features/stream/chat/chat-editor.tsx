/**
 * The message field: sent by Enter, kept over a reload, with a count of the characters left near the end. Guests are
 * offered an account instead.
 */
import { SendHorizontal } from "lucide-react"
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import { type LiveTab, TAB } from "@foldcast/contracts/client-facts/live-tab"
import { isMember } from "@foldcast/folds/account"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"
import { NicknameField } from "./nickname-field.tsx"
import { type MessageField, useMessageField } from "./use-message-field.ts"

/** From this many characters on, those left are counted. */
const COUNTS_FROM = 200

function MessageNotes({
  message,
  room,
}: {
  readonly message: MessageField
  readonly room: RoomState
}) {
  const locale = useLocale()
  const balance = useSite(selectBalance)
  const { typed, isCut, isUnseen, cutNote, unseenNote } = message
  const { messagePrice } = room.settings
  const isShort = balance !== null && balance < messagePrice && !room.dialIn
  const left = MESSAGE_LENGTH.maximum - typed.length
  return (
    <>
      <p ref={cutNote} className="chat__note" role="status">
        {isCut && m.field_cut({ count: formatCount(MESSAGE_LENGTH.maximum, locale) })}
      </p>
      {isUnseen && (
        <p ref={unseenNote} className="chat__note" role="alert">
          {m.nothing_to_see()}
        </p>
      )}
      {isShort && (
        <p className="chat__count">
          <TextRun>
            {m.chat_needs_credits({ credits: formatCredits(messagePrice, locale) })}
          </TextRun>
        </p>
      )}
      {typed.length >= COUNTS_FROM && (
        <p className="chat__count tabular" role="status">
          <TextRun>{m.chat_left({ count: formatCount(left, locale) })}</TextRun>
        </p>
      )}
    </>
  )
}

export interface ChatEditorProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
  readonly tab: LiveTab
}

export function ChatEditor({ name, performerId, room, tab }: ChatEditorProps) {
  const hasMember = useSite(isMember)
  const register = useDialogOpener("register")
  // Source: CHAT-32.
  const messageType = tab === TAB.public ? "room" : "host"
  const message = useMessageField(performerId, messageType)
  if (!hasMember) {
    return (
      <div className="chat__editor">
        <p>
          <TextRun>{m.chat_guests_read()}</TextRun>
        </p>
        <Button variant="primary" {...register}>
          {m.stream_create_account()}
        </Button>
      </div>
    )
  }
  if (room.presence._tag !== "Inside") {
    return (
      <div className="chat__editor">
        <p>
          <TextRun>{m.chat_not_here()}</TextRun>
        </p>
      </div>
    )
  }
  const label = messageType === "room" ? m.chat_field_room() : m.chat_field({ name })
  return (
    <div className="chat__editor">
      <form className="chat__form" onSubmit={message.submit}>
        <input
          ref={message.field}
          className="ui-field__input"
          value={message.typed}
          maxLength={MESSAGE_LENGTH.maximum}
          aria-invalid={message.isUnseen}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
          {...message.handlers}
          onChange={({ target }) => {
            message.change(target.value)
          }}
        />
        <IconButton type="submit" label={m.chat_send()} isDisabled={message.isEmpty}>
          <SendHorizontal size={22} aria-hidden="true" />
        </IconButton>
      </form>
      <MessageNotes message={message} room={room} />
      <NicknameField name={name} performerId={performerId} room={room} />
    </div>
  )
}
