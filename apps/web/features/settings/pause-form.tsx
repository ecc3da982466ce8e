/** A pause for a chosen time. It cannot be ended early, so the press that begins it is asked about first. */
import { useId, useState } from "react"
import { PAUSE_DAYS, type PauseDays } from "@foldcast/contracts/spending"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { Button } from "@foldcast/ui/button.tsx"
import { SelectField } from "@foldcast/ui/select-field.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { TaskStatus } from "./task-status.tsx"
import { useLimitsChange } from "./use-limits-change.ts"
import { useQuestionFocus } from "./use-question-focus.ts"

const LENGTHS: Readonly<Record<PauseDays, () => string>> = {
  1: m.pause_days_1,
  7: m.pause_days_7,
  30: m.pause_days_30,
  180: m.pause_days_180,
}

export function PauseForm({ pausedUntil }: { readonly pausedUntil: number | null }) {
  const locale = useLocale()
  const [days, setDays] = useState<PauseDays>(1)
  const [isAsking, setAsking] = useState(false)
  const { note, isChanging, change, edited } = useLimitsChange("PauseSpending", m.pause_begun())
  const question = useId()
  const { askButton, confirmButton } = useQuestionFocus(isAsking)
  return (
    <div className="settings-limits">
      <h3 className="settings-session__name">{m.pause_heading()}</h3>
      <p className="settings-row__lead">{m.pause_lead()}</p>
      {pausedUntil !== null && (
        <p>
          <TextRun>{m.limits_paused({ moment: formatMoment(pausedUntil, locale) })}</TextRun>
        </p>
      )}
      <SelectField
        label={m.pause_length()}
        options={PAUSE_DAYS.map((one) => ({ value: String(one), text: LENGTHS[one]() }))}
        value={String(days)}
        onChange={(value) => {
          edited()
          setAsking(false)
          setDays(PAUSE_DAYS.find((one) => String(one) === value) ?? 1)
        }}
      />
      {isAsking ? (
        <div className="settings-limits__question" role="group" aria-label={m.pause_heading()}>
          <p id={question}>{m.pause_question({ length: LENGTHS[days]() })}</p>
          <Button
            ref={confirmButton}
            variant="primary"
            aria-describedby={question}
            onPress={() => {
              setAsking(false)
              change({ _tag: "PauseSpending", days })
            }}
          >
            {m.pause_confirm()}
          </Button>
          <Button
            onPress={() => {
              setAsking(false)
            }}
          >
            {m.settings_cancel()}
          </Button>
        </div>
      ) : (
        <Button
          ref={askButton}
          isPending={isChanging}
          pendingLabel={m.settings_saving()}
          onPress={() => {
            setAsking(true)
          }}
        >
          {pausedUntil === null ? m.pause_start() : m.pause_lengthen()}
        </Button>
      )}
      <TaskStatus note={note} />
    </div>
  )
}
