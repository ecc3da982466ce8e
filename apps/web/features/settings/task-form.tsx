/** The form in a setting's row: its fields, its own submit button, and one that gives it up. */
import { type ReactNode, useEffect, useEffectEvent } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { FormFrame } from "../forms/form-frame.tsx"
import type { SettingFormEnd } from "./changeable-setting.tsx"
import { TaskStatus } from "./task-status.tsx"
import { type TaskNoteOptions, useTaskNote } from "./use-task-note.ts"

export interface TaskFormProps<Name extends string> extends TaskNoteOptions<Name>, SettingFormEnd {
  readonly title: string
  readonly submitLabel: string
  readonly children: ReactNode
}

export function TaskForm<Name extends string>({
  title,
  submitLabel,
  children,
  onDone,
  onCancel,
  ...task
}: TaskFormProps<Name>) {
  const note = useTaskNote(task)
  const done = note?.tone === "success" ? note.text : null
  const close = useEffectEvent(onDone)
  useEffect(() => {
    if (done !== null) close(done)
  }, [done])
  return (
    <FormFrame
      form={task.form}
      className="settings-form"
      title={title}
      submitLabel={submitLabel}
      pendingLabel={m.settings_saving()}
      afterwards={
        <>
          <Button
            wide
            isDisabled={task.form.isPending}
            onPress={() => {
              task.form.clear()
              onCancel()
            }}
          >
            {m.settings_cancel()}
          </Button>
          <TaskStatus note={done === null ? note : null} />
        </>
      }
    >
      {children}
    </FormFrame>
  )
}
