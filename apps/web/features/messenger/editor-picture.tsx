/** The picture beside the text: what it is, how far it is sent, and what went wrong. */
import { X } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { IconButton } from "@foldcast/ui/icon-button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import type { MessageEditorState } from "./use-message-editor.ts"
import { messageFailure } from "./message-refusals.ts"

const PERCENT = 100

function Progress({ share }: { readonly share: number }) {
  const percent = `${String(Math.floor(share * PERCENT))}\u00A0%`
  const text = m.editor_uploading({ percent })
  return (
    <div
      className="editor__progress"
      role="progressbar"
      aria-label={text}
      aria-valuenow={Math.floor(share * PERCENT)}
      aria-valuemin={0}
      aria-valuemax={PERCENT}
    >
      <span className="tabular">
        <TextRun>{text}</TextRun>
      </span>
      <span
        className="editor__bar"
        style={{ inlineSize: `${String(Math.floor(share * PERCENT))}%` }}
      />
    </div>
  )
}

export function EditorPicture({ editor }: { readonly editor: MessageEditorState }) {
  const { picture, uploading, attach, stopUpload } = editor
  return (
    <div className="editor__picture">
      {picture !== null && <img src={picture.preview} alt={m.editor_photo()} />}
      {uploading._tag === "Going" ? (
        <>
          <Progress share={uploading.share} />
          {picture !== null && (
            <Button variant="quiet" onPress={stopUpload}>
              {m.editor_upload_cancel()}
            </Button>
          )}
        </>
      ) : (
        <>
          {uploading._tag === "Failed" && (
            <p className="editor__note" role="alert">
              <TextRun>
                {uploading.label === null
                  ? m.editor_upload_failed()
                  : messageFailure(uploading.label)}
              </TextRun>
            </p>
          )}
          {picture !== null && (
            <IconButton
              label={m.editor_photo_remove()}
              onPress={() => {
                attach(null)
              }}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          )}
        </>
      )}
    </div>
  )
}
