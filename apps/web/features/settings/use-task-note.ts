/**
 * The note beside a form about its task: success, until a field is edited again, or an unknown result. A form whose
 * task is done is emptied. form-frame.tsx shows refusals.
 */
import { useEffect, useState } from "react"
import { useFormState } from "react-hook-form"
import type { ConnectionStatus } from "@foldcast/client/connection-status"
import type { SiteState, TaskEnd } from "@foldcast/folds/site-state"
import { m } from "@foldcast/messages/messages"
import { useConnection, useSite } from "../../runtime/react.tsx"
import type { Form } from "../forms/use-form.ts"

export interface TaskNote {
  readonly tone: "success" | "info"
  readonly text: string
}

export interface TaskNoteOptions<Name extends string> {
  readonly form: Form<Name>
  readonly end: (state: SiteState) => TaskEnd
  readonly doneText: () => string
}

/** Whether an answer can arrive now. A first connection attempt counts; later ones do not. */
const canHear = (connection: ConnectionStatus): boolean =>
  connection._tag === "Connecting"
    ? connection.attempt <= 1
    : connection._tag === "Idle" || connection._tag === "CatchingUp" || connection._tag === "Live"

export const useTaskNote = <Name extends string>({
  form,
  end: selectEnd,
  doneText,
}: TaskNoteOptions<Name>): TaskNote | null => {
  const { clear, isPending, refused, wasSent } = form
  const end = useSite(selectEnd)
  const isConnected = canHear(useConnection())
  const { isDirty } = useFormState({ control: form.control })
  const [done, setDone] = useState<string | null>(null)
  const [hasWaited, setWaited] = useState(false)
  const isDone = wasSent && !isPending && end._tag === "Done"

  if (isPending && !hasWaited) setWaited(true)
  if (isDone && done === null) setDone(doneText())
  if (!isDone && isDirty && done !== null) setDone(null)
  useEffect(() => {
    // `clear` also resets `wasSent`, so this runs once per end.
    if (isDone) clear()
  })

  if (isPending) return isConnected ? null : { tone: "info", text: m.settings_waiting() }
  if (done !== null) return { tone: "success", text: done }
  const isUnknown = wasSent && hasWaited && end._tag === "None" && refused === null
  return isUnknown ? { tone: "info", text: m.settings_unknown() } : null
}
