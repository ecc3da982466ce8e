/**
 * A setting whose form opens in its row. The focus goes into the form with the press that opens it, and back to that
 * button when the form closes. A draft of this tab opens its form by itself, without the focus. The form's result
 * stands in the row, which stays when the form is gone.
 */
import { type ReactNode, useEffect, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { useRuntime } from "../../runtime/react.tsx"
import { SettingRow } from "./setting-row.tsx"
import { TaskStatus } from "./task-status.tsx"

/** What closes an open form: its task is done, with the note that says so, or it was given up. */
export interface SettingFormEnd {
  readonly onDone: (note: string) => void
  readonly onCancel: () => void
}

export interface ChangeableSettingProps {
  readonly heading: string
  readonly value: ReactNode
  /** What its button is called where its row is not seen. */
  readonly changeLabel: string
  /** Under which the form's fields are kept; null: nothing of it is kept. */
  readonly draft: string | null
  readonly children?: ReactNode
  readonly form: (end: SettingFormEnd) => ReactNode
}

type Opening = "closed" | "pressed" | "restored"

const useOpening = (draft: string | null) => {
  const { drafts } = useRuntime()
  const [opening, setOpening] = useState<Opening>("closed")
  const [done, setDone] = useState<string | null>(null)
  const row = useRef<HTMLElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef<Opening>("closed")
  // After hydration: the server does not know this tab's drafts.
  useEffect(() => {
    if (draft !== null && drafts.read(draft) !== null) setOpening("restored")
  }, [draft, drafts])
  useEffect(() => {
    if (opening === "pressed") row.current?.querySelector("input")?.focus()
    // The focused element went with the form.
    const isLost = document.activeElement === document.body
    if (opening === "closed" && before.current !== "closed" && isLost) button.current?.focus()
    before.current = opening
  }, [opening])
  return {
    row,
    button,
    done,
    isOpen: opening !== "closed",
    open: () => {
      setDone(null)
      setOpening("pressed")
    },
    onDone: (note: string) => {
      setDone(note)
      setOpening("closed")
    },
    onCancel: () => {
      setOpening("closed")
    },
  }
}

export function ChangeableSetting({
  heading,
  value,
  changeLabel,
  draft,
  children,
  form,
}: ChangeableSettingProps) {
  const { row, button, done, isOpen, open, ...end } = useOpening(draft)
  const change = (
    <Button ref={button} aria-label={changeLabel} onPress={open}>
      {m.settings_change()}
    </Button>
  )
  return (
    <SettingRow ref={row} heading={heading} value={value} {...(!isOpen && { action: change })}>
      {children}
      {isOpen && form(end)}
      <TaskStatus note={done === null ? null : { tone: "success", text: done }} />
    </SettingRow>
  )
}
