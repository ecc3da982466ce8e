/**
 * The state of the editor: what is typed, kept by performer; the picture beside it; what is wrong; and sending, in order
 * and once.
 */
import { type RefObject, useEffect, useRef, useState } from "react"
import { filter, firstValueFrom, map } from "rxjs"
import { MESSAGE_PRICE, TOO_FEW_CREDITS_LABEL } from "@foldcast/contracts/chat-rules"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { messagesOf } from "@foldcast/folds/messages"
import { useCut } from "@foldcast/ui/use-cut"
import { askedMessage } from "../../runtime/asked-message.ts"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import type { SiteRuntime } from "../../runtime/site-runtime.ts"
import { selectBalance } from "../site/selectors.ts"
import { draftVerdict } from "./message-draft.ts"
import { type Recipient, sendPrivateMessage } from "./send-private-message.ts"
import type { ShownMessage } from "./shown-messages.ts"
import { type Upload, uploadAttachment } from "./upload-attachment.ts"

/** A picture that was chosen and cropped. */
export interface ChosenPicture {
  readonly jpeg: Blob
  /** A data address of it. */
  readonly preview: string
}

export type Uploading =
  | { readonly _tag: "None" }
  /** `share`: of what has to be brought, from 0 to 1. Until the picture is known to be sent. */
  | { readonly _tag: "Going"; readonly share: number }
  | { readonly _tag: "Failed"; readonly label: string | null }

/** Whether the message was sent, once that is known, or known not to be known. */
const settledAsSent = (runtime: SiteRuntime, commandId: string): Promise<boolean> =>
  firstValueFrom(
    runtime.state$.pipe(
      map((state) => {
        const { heard, outgoing } = messagesOf(state)
        const isSent = heard.some(
          ({ event, cause }) => event._tag === "PrivateMessageSent" && cause === commandId,
        )
        const own = outgoing.find((one) => one.commandId === commandId)
        return isSent ? true : own?.sending._tag === "Sending" ? null : false
      }),
      filter((isSent) => isSent !== null),
    ),
  )

const draftName = (performerId: string) => `message-${performerId}`

/** Opens the window for credits, with what the message lacks. */
const useTooFewCredits = (shown: ReadonlyArray<ShownMessage>) => {
  const runtime = useRuntime()
  const open = (credits: number) => {
    askedMessage(runtime).credits = credits
    runtime.dispatch({ _tag: "DialogOpened", dialog: "noCredits" })
  }
  const refused = shown.flatMap(({ outgoing }) =>
    outgoing?.sending._tag === "Failed" && outgoing.sending.label === TOO_FEW_CREDITS_LABEL
      ? [outgoing.commandId]
      : [],
  )
  const all = refused.join()
  const seen = useRef(new Set<string>(refused))
  useEffect(() => {
    const fresh = all.split(",").filter((id) => id !== "" && !seen.current.has(id))
    if (fresh.length === 0) return
    for (const id of fresh) seen.current.add(id)
    // Source: ERR-24.
    askedMessage(runtime).credits = MESSAGE_PRICE
    runtime.dispatch({ _tag: "DialogOpened", dialog: "noCredits" })
  }, [all, runtime])
  return open
}

export interface MessageEditorState {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly typed: string
  readonly picture: ChosenPicture | null
  readonly uploading: Uploading
  readonly isCut: boolean
  readonly isUnseen: boolean
  /** Whether the message before is still on its way: the next one waits, so that they arrive in order. */
  readonly isLocked: boolean
  readonly handlers: ReturnType<typeof useCut>["handlers"]
  readonly change: (typed: string) => void
  readonly insert: (text: string) => void
  readonly attach: (picture: ChosenPicture | null) => void
  readonly stopUpload: () => void
  readonly send: () => void
}

export const useMessageEditor = (
  recipient: Recipient,
  shown: ReadonlyArray<ShownMessage>,
): MessageEditorState => {
  const runtime = useRuntime()
  const { drafts } = runtime
  const balance = useSite(selectBalance)
  const form = draftName(recipient.performerId)
  const [typed, setTyped] = useState(() => drafts.read(form)?.["message"] ?? "")
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [uploading, setUploading] = useState<Uploading>({ _tag: "None" })
  const [isUnseen, setUnseen] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const upload = useRef<Upload | null>(null)
  const { isCut, handlers } = useCut(MAX_MESSAGE_CHARACTERS, typed)
  const tooFewCredits = useTooFewCredits(shown)
  useEffect(() => () => upload.current?.stop(), [])
  const isLocked =
    uploading._tag === "Going" || shown.some(({ outgoing }) => outgoing?.sending._tag === "Sending")

  const change = (text: string) => {
    setTyped(text)
    setUnseen(false)
    if (text === "") drafts.forget(form)
    else drafts.keep(form, { message: text })
  }
  const sendText = (text: string | null) => {
    if (text !== null) sendPrivateMessage(runtime, recipient, { _tag: "Text", text })
    change("")
    field.current?.focus()
  }
  const sendBoth = async (chosen: ChosenPicture, text: string | null) => {
    setUploading({ _tag: "Going", share: 0 })
    upload.current = uploadAttachment(chosen.jpeg, (share) => {
      setUploading({ _tag: "Going", share })
    })
    const end = await upload.current.end
    upload.current = null
    if (end._tag !== "Brought") {
      setUploading(end._tag === "Stopped" ? { _tag: "None" } : { _tag: "Failed", label: end.label })
      return
    }
    const { attachmentId } = end
    const picture = sendPrivateMessage(runtime, recipient, { _tag: "Picture", attachmentId })
    setPicture(null)
    // The text goes once the picture is there: else it could be first, or alone.
    const isSent = await settledAsSent(runtime, picture)
    setUploading({ _tag: "None" })
    if (isSent && field.current !== null) sendText(text)
  }
  const send = () => {
    if (isLocked) return
    const verdict = draftVerdict({ typed, hasPicture: picture !== null }, balance)
    switch (verdict._tag) {
      case "Empty":
        return
      case "Unseen":
        setUnseen(true)
        return
      case "TooFewCredits":
        tooFewCredits((balance ?? 0) + verdict.short)
        return
      case "Sendable":
        if (picture === null) sendText(verdict.text)
        else void sendBoth(picture, verdict.text)
    }
  }
  return {
    field,
    typed,
    picture,
    uploading,
    isCut,
    isUnseen,
    isLocked,
    handlers,
    change,
    insert: (text) => {
      const { current } = field
      const start = current?.selectionStart ?? typed.length
      const end = current?.selectionEnd ?? typed.length
      const next = `${typed.slice(0, start)}${text}${typed.slice(end)}`
      if (next.length > MAX_MESSAGE_CHARACTERS) return
      change(next)
      requestAnimationFrame(() => {
        current?.focus()
        current?.setSelectionRange(start + text.length, start + text.length)
      })
    },
    attach: (chosen) => {
      setPicture(chosen)
      setUploading({ _tag: "None" })
    },
    stopUpload: () => {
      upload.current?.stop()
    },
    send,
  }
}
