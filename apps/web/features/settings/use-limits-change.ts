/** Sends a change of the limits or of the pause, and says what came of it, until the next one of its kind. */
import { useState } from "react"
import type { CommandOf } from "@foldcast/contracts/commands/command"
import { failureOf, isPending } from "@foldcast/folds/pending"
import { spendingOutcome } from "@foldcast/folds/spending"
import { limitsChangeMessage } from "@foldcast/messages/error-messages"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import type { TaskNote } from "./use-task-note.ts"

type Change = CommandOf<"SetSpendingLimits" | "PauseSpending">

const SELECTORS = {
  SetSpendingLimits: {
    pending: isPending("SetSpendingLimits"),
    failure: failureOf("SetSpendingLimits"),
    outcome: spendingOutcome("SetSpendingLimits"),
  },
  PauseSpending: {
    pending: isPending("PauseSpending"),
    failure: failureOf("PauseSpending"),
    outcome: spendingOutcome("PauseSpending"),
  },
}

export const useLimitsChange = (tag: Change["_tag"], doneText: string) => {
  const { send } = useRuntime()
  const isChanging = useSite(SELECTORS[tag].pending)
  const failure = useSite(SELECTORS[tag].failure)
  const outcome = useSite(SELECTORS[tag].outcome)
  const [hasSent, setSent] = useState(false)
  const isAnswered = hasSent && !isChanging
  const label = failure ?? outcome?.refusal ?? null
  const isDone = isAnswered && label === null && outcome !== null
  const note: TaskNote | null = isDone
    ? { tone: "success", text: doneText }
    : isAnswered && label !== null
      ? { tone: "info", text: limitsChangeMessage(label)() }
      : null
  return {
    note,
    isDone,
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
