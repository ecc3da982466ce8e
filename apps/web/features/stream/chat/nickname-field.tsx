/**
 * The visitor's name in this room, and the form to change it (CHAT-39, ERR-22). Who was given a drawn name is told why,
 * and asked for another.
 */
import { type FormEvent, useState } from "react"
import { isPending } from "@foldcast/folds/pending"
import type { RoomState } from "@foldcast/folds/room-state"
import { m } from "@foldcast/messages/messages"
import { nicknameFault, trimmedNickname } from "@foldcast/rules/names/nickname"
import { Button } from "@foldcast/ui/button.tsx"
import { TextField } from "@foldcast/ui/text-field.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useRuntime, useSite } from "../../../runtime/react.tsx"
import { formerNameRefusal, NICKNAME_FAULTS, nicknameRefusal } from "../room/refusal-texts.ts"

const isChangePending = isPending("ChangeNickname")

interface ShownNicknameProps {
  readonly name: string
  readonly nickname: string
  readonly former: RoomState["formerNameRefusal"]
  readonly takesFocus: boolean
  readonly onChange: () => void
}

function ShownNickname({ name, nickname, former, takesFocus, onChange }: ShownNicknameProps) {
  return (
    <>
      {former !== undefined && (
        <p className="chat__former-name" role="status">
          <TextRun>{formerNameRefusal(former, name)}</TextRun>
        </p>
      )}
      <p className="chat__nickname">
        <TextRun>{m.nickname_label({ name: nickname })}</TextRun>
        <Button variant="link" autoFocus={takesFocus} onPress={onChange}>
          {m.nickname_change()}
        </Button>
      </p>
    </>
  )
}

export interface NicknameFieldProps {
  readonly name: string
  readonly performerId: string
  readonly room: RoomState
}

export function NicknameField({ name, performerId, room }: NicknameFieldProps) {
  const { send } = useRuntime()
  const isWaiting = useSite(isChangePending)
  const [typed, setTyped] = useState<string | null>(null)
  const [isTried, setTried] = useState(false)
  /** After saving or cancelling, the focus goes back to the button. */
  const [wasOpen, setWasOpen] = useState(false)
  const { presence, nicknameRefusal: label, formerNameRefusal: former } = room
  if (presence._tag !== "Inside") return null
  if (typed === null || (isTried && label === null && !isWaiting && presence.nickname === typed)) {
    return (
      <ShownNickname
        name={name}
        nickname={presence.nickname}
        former={former}
        takesFocus={wasOpen}
        onChange={() => {
          setTried(false)
          setWasOpen(true)
          setTyped(former === undefined ? presence.nickname : "")
        }}
      />
    )
  }
  const wanted = trimmedNickname(typed)
  const fault = nicknameFault(typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    setTyped(wanted)
    if (fault === null) send({ _tag: "ChangeNickname", performerId, nickname: wanted })
  }
  const error = !isTried
    ? null
    : fault !== null
      ? NICKNAME_FAULTS[fault]()
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
        <Button type="submit" isPending={isWaiting}>
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
