/** The form on a task's card: its own submit button, with the result below. */
import type { ReactNode } from "react"
import { m } from "@foldcast/messages/messages"
import { FormFrame } from "../forms/form-frame.tsx"
import { TaskStatus } from "./task-status.tsx"
import { type TaskNoteOptions, useTaskNote } from "./use-task-note.ts"

export interface TaskFormProps<Name extends string> extends TaskNoteOptions<Name> {
  readonly title: string
  readonly submitLabel: string
  readonly children: ReactNode
}

export function TaskForm<Name extends string>({
  title,
  submitLabel,
  children,
  ...task
}: TaskFormProps<Name>) {
  const note = useTaskNote(task)
  return (
    <FormFrame
      form={task.form}
      className="settings-form"
      title={title}
      submitLabel={submitLabel}
      pendingLabel={m.settings_saving()}
      afterwards={<TaskStatus note={note} />}
    >
      {children}
    </FormFrame>
  )
}
