/** Beside a form: what came of it. The region stands there before it speaks, or nobody would be told. */
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
