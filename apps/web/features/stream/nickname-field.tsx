/** The viewer's name in this room, and another one (CHAT-39, ERR-22). */
import { type FormEvent, useState } from "react"
import { NICKNAME_LENGTH } from "@foldcast/contracts/chat-rules"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { TextField } from "@foldcast/ui/text-field.tsx"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { nicknameRefusal } from "./refusal-texts.ts"

const isChangePending = isPending("ChangeNickname")

export interface NicknameFieldProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
}

const isNickname = (text: string) =>
  text.length >= NICKNAME_LENGTH.minimum && text.length <= NICKNAME_LENGTH.maximum

export function NicknameField({ name, performerId, room }: NicknameFieldProps) {
  const { send } = useRuntime()
  const isWaiting = useSite(isChangePending)
  const [typed, setTyped] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  /** Who has just saved or given up has the focus back where they began. */
  const [wasOpen, setWasOpen] = useState(false)
  const { presence, nicknameRefusal: label } = room
  if (presence._tag !== "Inside") return null
  if (typed === null || (isTried && label === null && !isWaiting && presence.nickname === typed)) {
    return (
      <p className="chat__nickname">
        {m.nickname_label({ name: presence.nickname })}
        <Button
          variant="link"
          autoFocus={wasOpen}
          onPress={() => {
            setTried(false)
            setWasOpen(true)
            setTyped(presence.nickname)
          }}
        >
          {m.nickname_change()}
        </Button>
      </p>
    )
  }
  const wanted = typed.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setTyped(wanted)
    if (isNickname(wanted)) send({ _tag: "ChangeNickname", performerId, nickname: wanted })
  }
  const error = !isTried
    ? null
    : !isNickname(wanted)
      ? m.nickname_invalid()
      : label === null
        ? null
        : nicknameRefusal(label, name)
  return (
    <form
      className="chat__rename"
      noValidate
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === "Escape") setTyped(null)
      }}
    >
      <TextField
        label={m.nickname_field()}
        hint={m.nickname_hint()}
        value={typed}
        onChange={setTyped}
        error={error}
        autoFocus
        autoComplete="off"
      />
      <div className="actions__row">
        <Button type="submit" variant="primary" isPending={isWaiting}>
          {m.nickname_save()}
        </Button>
        <Button
          variant="quiet"
          onPress={() => {
            setTyped(null)
          }}
        >
          {m.nickname_cancel()}
        </Button>
      </div>
    </form>
  )
}
