/** The state of the message field: its text, kept over a reload, what is wrong with it, and how it is sent. */
import { type FormEvent, useRef, useState } from "react"
import { MESSAGE_LENGTH } from "@foldcast/contracts/chat-rules"
import { hasNothingToSee } from "@foldcast/rules/invisible-marks"
import { useCut } from "@foldcast/ui/use-cut"
import { useRuntime } from "../../../runtime/react.tsx"
import { useInSight } from "../../site/use-in-sight.ts"
import { sendInRoom } from "../room/send-in-room.ts"
import { useVisibleField } from "./use-visible-field.ts"

export const useMessageField = (performerId: string, messageType: "room" | "host") => {
  const runtime = useRuntime()
  const { drafts } = runtime
  const form = `room-${performerId}`
  const [typed, setTyped] = useState(() => drafts.read(form)?.["message"] ?? "")
  const [isUnseen, setUnseen] = useState(false)
  const { isCut, handlers } = useCut(MESSAGE_LENGTH.maximum, typed)
  const field = useRef<HTMLInputElement>(null)
  useVisibleField(field)
  const cutNote = useInSight<HTMLParagraphElement>(isCut)
  const unseenNote = useInSight<HTMLParagraphElement>(isUnseen)
  const message = typed.trim()
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
  return {
    typed,
    isEmpty: message === "",
    isCut,
    isUnseen,
    field,
    cutNote,
    unseenNote,
    handlers,
    change,
    submit,
  }
}

export type MessageField = ReturnType<typeof useMessageField>
