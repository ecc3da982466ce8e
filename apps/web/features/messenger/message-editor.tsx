/**
 * Where a message is written: a picture, an emoji, the text, and sending with its price (MSG-18). Enter sends, Shift and
 * Enter begin a new line, and the Enter that ends an input method's word does neither.
 */
import { Coins, ImagePlus, SendHorizontal, Smile } from "lucide-react"
import { type KeyboardEvent, useRef, useState } from "react"
import { MAX_MESSAGE_CHARACTERS } from "@foldcast/contracts/private-message"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatCredits } from "@foldcast/messages/number-formats"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { PressButton } from "@foldcast/ui/press-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { useInSight } from "../site/use-in-sight.ts"
import { useVisibleField } from "../stream/chat/use-visible-field.ts"
import { COUNTS_FROM, creditsOf } from "./message-draft.ts"
import { EMOJI_PICKERS, PICTURE_WINDOW } from "./editor-windows.ts"
import { EditorPicture } from "./editor-picture.tsx"
import type { Partner } from "./opened-conversation.ts"
import type { ShownMessage } from "./shown-messages.ts"
import { type MessageEditorState, useMessageEditor } from "./use-message-editor.ts"

const MOST_LINES = 5
/** A key that an input method is still busy with. */
const OF_INPUT_METHOD = 229

/** Some browsers say that a word ended before they tell of the Enter that ended it. */
const useInputMethod = () => {
  const hasJustEnded = useRef(false)
  return {
    onCompositionEnd: () => {
      hasJustEnded.current = true
      setTimeout(() => {
        hasJustEnded.current = false
      })
    },
    isBusy: ({ nativeEvent }: KeyboardEvent) =>
      nativeEvent.isComposing || nativeEvent.keyCode === OF_INPUT_METHOD || hasJustEnded.current,
  }
}

function Notes({ editor }: { readonly editor: MessageEditorState }) {
  const locale = useLocale()
  const { isCut, isUnseen, typed, picture } = editor
  const cutNote = useInSight<HTMLParagraphElement>(isCut)
  const unseenNote = useInSight<HTMLParagraphElement>(isUnseen)
  const isBoth = picture !== null && typed.trim() !== ""
  const credits = creditsOf({ typed, hasPicture: picture !== null })
  return (
    <>
      <p ref={cutNote} className="editor__note" role="status">
        {isCut && m.field_cut({ count: formatCount(MAX_MESSAGE_CHARACTERS, locale) })}
      </p>
      {isUnseen && (
        <p ref={unseenNote} className="editor__note" role="alert">
          {m.nothing_to_see()}
        </p>
      )}
      {isBoth && (
        <p className="editor__note">
          <TextRun>{m.editor_two_messages({ credits: formatCredits(credits, locale) })}</TextRun>
        </p>
      )}
      {typed.length >= COUNTS_FROM && (
        <p className="editor__note tabular" role="status">
          <TextRun>
            {m.chat_left({ count: formatCount(MAX_MESSAGE_CHARACTERS - typed.length, locale) })}
          </TextRun>
        </p>
      )}
    </>
  )
}

export interface MessageEditorProps {
  readonly partner: Partner
  readonly outgoing: ReadonlyArray<ShownMessage>
}

type OpenWindow = "none" | "picture" | "emoji"

export function MessageEditor({ partner, outgoing }: MessageEditorProps) {
  const locale = useLocale()
  const emoji = EMOJI_PICKERS[locale]
  const editor = useMessageEditor(partner, outgoing)
  const inputMethod = useInputMethod()
  const [open, setOpen] = useState<OpenWindow>("none")
  const [brought, setBrought] = useState<File | null>(null)
  /** A picture that was pasted or dropped; false where it is something else. */
  const bring = ({ files }: DataTransfer): boolean => {
    const [file] = files
    if (file === undefined) return false
    setBrought(file)
    setOpen("picture")
    return true
  }
  const { field, typed, picture, uploading, isUnseen, isLocked, handlers, change, send } = editor
  useVisibleField(field)
  const label = m.editor_field({ name: partner.username })
  const hasBoth = picture !== null && typed.trim() !== ""
  const credits = creditsOf({ typed, hasPicture: picture !== null })
  const price = formatCredits(credits, locale)
  const isGoing = uploading._tag === "Going"
  const submit = () => {
    // Source: MSG-24.
    setOpen("none")
    send()
  }
  return (
    <form
      className="editor"
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault()
      }}
      onDrop={(event) => {
        if (bring(event.dataTransfer)) event.preventDefault()
      }}
      onPaste={(event) => {
        if (bring(event.clipboardData)) event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {picture !== null || uploading._tag !== "None" ? <EditorPicture editor={editor} /> : null}
      <div className="editor__row">
        <IconButton
          label={m.editor_attach()}
          isDisabled={isGoing}
          aria-haspopup="dialog"
          onPress={() => {
            setBrought(null)
            setOpen("picture")
          }}
          onFocus={PICTURE_WINDOW.approach}
          onHoverStart={PICTURE_WINDOW.approach}
        >
          <ImagePlus size={22} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={m.editor_emoji()}
          isDisabled={isGoing}
          aria-haspopup="dialog"
          aria-expanded={open === "emoji"}
          onPress={() => {
            setOpen(open === "emoji" ? "none" : "emoji")
          }}
          onFocus={emoji.approach}
          onHoverStart={emoji.approach}
        >
          <Smile size={22} aria-hidden="true" />
        </IconButton>
        <textarea
          ref={field}
          className="ui-field__input editor__field"
          value={typed}
          rows={Math.min(MOST_LINES, typed.split("\n").length)}
          maxLength={MAX_MESSAGE_CHARACTERS}
          readOnly={isGoing}
          aria-invalid={isUnseen}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          enterKeyHint="send"
          dir="auto"
          {...handlers}
          onCompositionEnd={inputMethod.onCompositionEnd}
          onChange={({ target }) => {
            change(target.value)
          }}
          onKeyDown={(event) => {
            if (event.key === "Escape" && open !== "none") {
              event.stopPropagation()
              setOpen("none")
              return
            }
            if (event.key !== "Enter" || event.shiftKey || inputMethod.isBusy(event)) return
            event.preventDefault()
            submit()
          }}
        />
        <PressButton
          type="submit"
          className="ui-button ui-button--primary editor__send"
          aria-label={
            hasBoth ? m.editor_send_both({ credits: price }) : m.editor_send({ credits: price })
          }
          aria-disabled={isLocked}
        >
          <SendHorizontal size={20} aria-hidden="true" />
          <span className="editor__price tabular" translate="no">
            <Coins size={14} aria-hidden="true" />
            <span>{formatCount(credits, locale)}</span>
          </span>
        </PressButton>
      </div>
      <Notes editor={editor} />
      <LazyBoundary
        isOpen={open === "picture"}
        onClose={() => {
          setOpen("none")
        }}
      >
        <PICTURE_WINDOW.Component
          isOpen={open === "picture"}
          brought={brought}
          onClose={() => {
            setOpen("none")
          }}
          onChosen={(chosen) => {
            editor.attach(chosen)
            setOpen("none")
            field.current?.focus()
          }}
        />
      </LazyBoundary>
      {open === "emoji" && (
        <LazyBoundary
          isOpen
          onClose={() => {
            setOpen("none")
          }}
        >
          <emoji.Component
            onClose={() => {
              setOpen("none")
              field.current?.focus()
            }}
            onPick={editor.insert}
          />
        </LazyBoundary>
      )}
    </form>
  )
}
