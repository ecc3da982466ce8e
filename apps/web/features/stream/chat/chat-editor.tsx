/**
 * The message field: sent by Enter, kept over a reload, with a count of the characters left near the end. Guests are
 * offered an account instead.
 */
import { SendHorizontal } from "lucide-react"
import { type FormEvent, useRef, useState } from "react"
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import { isMember } from "@foldcast/folds/account"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"
import { Button } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useCut } from "@foldcast/ui/use-cut"
import { sendInRoom } from "../room/send-in-room.ts"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { selectBalance } from "../../site/selectors.ts"
import { useInSight } from "../../site/use-in-sight.ts"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"
import { NicknameField } from "./nickname-field.tsx"
import { useVisibleField } from "./use-visible-field.ts"

/** From this many characters on, those left are counted. */
const COUNTS_FROM = 200

export interface ChatEditorProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
  readonly tab: LiveTab
}

export function ChatEditor({ name, performerId, room, tab }: ChatEditorProps) {
  const locale = useLocale()
  const runtime = useRuntime()
  const { drafts } = runtime
  const hasMember = useSite(isMember)
  const balance = useSite(selectBalance)
  const register = useDialogOpener("register")
  const form = `room-${performerId}`
  const [typed, setTyped] = useState(() => drafts.read(form)?.["message"] ?? "")
  const [isUnseen, setUnseen] = useState(false)
  const { isCut, handlers } = useCut(MESSAGE_LENGTH.maximum, typed)
  const message = typed.trim()
  const isInside = room.presence._tag === "Inside"
  // Source: CHAT-32.
  const messageType = tab === 0 ? "room" : "host"
  const field = useRef<HTMLInputElement>(null)
  useVisibleField(field)
  const cutNote = useInSight<HTMLParagraphElement>(isCut)
  const unseenNote = useInSight<HTMLParagraphElement>(isUnseen)
  const change = (text: string) => {
    setTyped(text)
    setUnseen(false)
    if (text === "") drafts.forget(form)
    else drafts.keep(form, { message: text })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message === "" || message.length > MESSAGE_LENGTH.maximum) return
    if (hasNothingToSee(message)) {
      setUnseen(true)
      return
    }
    sendInRoom(runtime, { _tag: "SendRoomMessage", performerId, message, messageType })
    change("")
    // The button is disabled now: the focus goes back to the field.
    field.current?.focus()
  }
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
  if (!isInside) {
    return (
      <div className="chat__editor">
        <p>
          <TextRun>{m.chat_not_here()}</TextRun>
        </p>
      </div>
    )
  }
  const left = MESSAGE_LENGTH.maximum - typed.length
  const { messagePrice } = room.settings
  const isShort = balance !== null && balance < messagePrice && !room.dialIn
  return (
    <div className="chat__editor">
      <form className="chat__form" onSubmit={submit}>
        <input
          ref={field}
          className="ui-field__input"
          value={typed}
          maxLength={MESSAGE_LENGTH.maximum}
          aria-invalid={isUnseen}
          aria-label={messageType === "room" ? m.chat_field_room() : m.chat_field({ name })}
          placeholder={messageType === "room" ? m.chat_field_room() : m.chat_field({ name })}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
          {...handlers}
          onChange={({ target }) => {
            change(target.value)
          }}
        />
        <IconButton type="submit" label={m.chat_send()} isDisabled={message === ""}>
          <SendHorizontal size={22} aria-hidden="true" />
        </IconButton>
      </form>
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
      <NicknameField name={name} performerId={performerId} room={room} />
    </div>
  )
}
