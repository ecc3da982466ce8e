/** Sends a change of the limits or the pause, and says what came of it, until the next one. */
import { useState } from "react"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { spendingRefusal } from "@foldcast/folds/spending"
import { limitsChangeMessage } from "@foldcast/messages/error-messages"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import type { TaskNote } from "./use-task-note.ts"

type Change = CommandOf<"SetSpendingLimits" | "PauseSpending">

const SELECTORS = {
  SetSpendingLimits: {
    pending: isPending("SetSpendingLimits"),
    failure: failureOf("SetSpendingLimits"),
  },
  PauseSpending: { pending: isPending("PauseSpending"), failure: failureOf("PauseSpending") },
}

export const useLimitsChange = (tag: Change["_tag"], doneText: string) => {
  const { send } = useRuntime()
  const isChanging = useSite(SELECTORS[tag].pending)
  const failure = useSite(SELECTORS[tag].failure)
  const refusal = useSite(spendingRefusal)
  const [hasSent, setSent] = useState(false)
  const label = failure ?? refusal
  const note: TaskNote | null =
    !hasSent || isChanging
      ? null
      : label === null
        ? { tone: "success", text: doneText }
        : { tone: "info", text: limitsChangeMessage(label)() }
  return {
    note,
    isChanging,
    change: (command: Change) => {
      setSent(true)
      send(command)
    },
    edited: () => {
      setSent(false)
    },
  }
}
