/**
 * The message field: sent by Enter, kept over a reload, with a count of the characters left near the end. Where nothing
 * can be written (composer-state.ts) its place says why, with the way to where it can; guests are offered an account.
 */
import { SendHorizontal } from "lucide-react"
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import type { LiveTab } from "@foldcast/contracts/client-facts/live-tab"
import { isMember } from "@foldcast/folds/account"
import { isInCall } from "@foldcast/folds/call"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { useLocale } from "../../site/page-frame-context.tsx"
import { useDialogOpener } from "../../site/use-dialog-opener.ts"
import { type ComposerState, composerState, messageTypeOf, WRITES_IN } from "./composer-state.ts"
import { NicknameField } from "./nickname-field.tsx"
import { type MessageField, useMessageField } from "./use-message-field.ts"

/** From this many characters on, those left are counted. */
const COUNTS_FROM = 200

function MessageNotes({ message }: { readonly message: MessageField }) {
  const locale = useLocale()
  const { typed, isCut, isUnseen, cutNote, unseenNote } = message
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
      {typed.length >= COUNTS_FROM && (
        <p className="chat__count tabular" role="status">
          <TextRun>{m.chat_left({ count: formatCount(left, locale) })}</TextRun>
        </p>
      )}
    </>
  )
}

type ClosedTag = Exclude<ComposerState["_tag"], "Open">

const CLOSED: Readonly<Record<ClosedTag, (inputs: { readonly name: string }) => string>> = {
  Guest: () => m.chat_guests_read(),
  Caller: () => m.call_write_private(),
  Outside: () => m.chat_not_here(),
  Offline: m.chat_closed_offline,
  FreeChatOff: m.chat_closed_free_off,
  VipLater: m.chat_closed_vip_later,
  InVip: m.chat_closed_in_vip,
}

/** In place of the field. */
function ClosedComposer({ why, name }: { readonly why: ClosedTag; readonly name: string }) {
  const { dispatch } = useRuntime()
  const register = useDialogOpener("register")
  const tab = WRITES_IN[why]
  return (
    <div className="chat__editor chat__editor--closed">
      <p>
        <TextRun>{CLOSED[why]({ name })}</TextRun>
      </p>
      {why === "Guest" && <Button {...register}>{m.stream_create_account()}</Button>}
      {tab !== undefined && (
        <Button
          onPress={() => {
            dispatch({ _tag: "LiveTabSelected", tab })
          }}
        >
          {why === "InVip" ? m.chat_to_vip() : m.chat_to_private({ name })}
        </Button>
      )}
    </div>
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
  const messageType = messageTypeOf(tab)
  const message = useMessageField(performerId, messageType)
  const isCalling = useSite(isInCall)
  const state = composerState(room, tab, { isMember: hasMember, isCalling })
  if (state._tag !== "Open") return <ClosedComposer why={state._tag} name={name} />
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
      <MessageNotes message={message} />
      {!room.dialIn && <NicknameField name={name} performerId={performerId} room={room} />}
    </div>
  )
}
