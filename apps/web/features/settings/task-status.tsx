/** The result of a form. The live region exists before its text, so that screen readers announce the text. */
import { CircleCheck, Info } from "lucide-react"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import type { TaskNote } from "./use-task-note.ts"

export function TaskStatus({ note }: { readonly note: TaskNote | null }) {
  const Icon = note?.tone === "success" ? CircleCheck : Info
  return (
    <div role="status" className="settings-status">
      {note !== null && (
        <p className={`settings-status__note settings-status__note--${note.tone}`}>
          <Icon size={20} aria-hidden="true" />
          <TextRun>{note.text}</TextRun>
        </p>
      )}
    </div>
  )
}
