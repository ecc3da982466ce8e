/** A limit for each span, chosen from amounts, with what was bought and when a higher one begins to hold. */
import { type FormEvent, useState } from "react"
import { SPENDING_SPANS, type SpendingSpan } from "@foldcast/contracts/spending"
import type { SpendingLimit } from "@foldcast/contracts/stream/spending"
import type { Locale } from "@foldcast/contracts/units"
import type { SpendingState } from "@foldcast/folds/site-state"
import { formatMoment } from "@foldcast/messages/date-formats"
import { m } from "@foldcast/messages/messages"
import { formatMoney } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { SelectField } from "@foldcast/ui/select-field.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { TaskStatus } from "./task-status.tsx"
import { useLimitsChange } from "./use-limits-change.ts"

const AMOUNTS_CENTS = [1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000] as const
const NONE = "none"

const LABELS: Readonly<Record<SpendingSpan, () => string>> = {
  day: m.limits_day,
  week: m.limits_week,
  month: m.limits_month,
}

type Cents = number | null

const amountText = (cents: Cents, locale: Locale) =>
  cents === null ? m.limits_none() : formatMoney(cents, locale)

/** The usual amounts, and those that hold or wait here, whoever set them. */
const choicesOf = ({ limitCents, raise }: SpendingLimit, locale: Locale) => {
  const own = [limitCents, raise?.limitCents ?? null].filter((cents) => cents !== null)
  const amounts = [...new Set([...AMOUNTS_CENTS, ...own])].toSorted((a, b) => a - b)
  return [
    { value: NONE, text: m.limits_none() },
    ...amounts.map((cents) => ({ value: String(cents), text: amountText(cents, locale) })),
  ]
}

/** What was set last, whether or not it holds already. */
const setCents = ({ limitCents, raise }: SpendingLimit): Cents =>
  raise === null ? limitCents : raise.limitCents

const raiseText = ({ limitCents, raise }: SpendingLimit, locale: Locale): string | null => {
  if (raise === null) return null
  const moment = formatMoment(raise.from, locale)
  const now = amountText(limitCents, locale)
  return raise.limitCents === null
    ? m.limits_ends({ now, moment })
    : m.limits_raise({ now, moment, limit: formatMoney(raise.limitCents, locale) })
}

export interface LimitsFormProps {
  readonly limits: NonNullable<SpendingState["limits"]>
}

export function LimitsForm({ limits }: LimitsFormProps) {
  const locale = useLocale()
  const { note, isDone, isChanging, change, edited } = useLimitsChange(
    "SetSpendingLimits",
    m.limits_saved(),
  )
  const [picked, setPicked] = useState<Readonly<Partial<Record<SpendingSpan, string>>>>({})
  // What was chosen stays until it holds, so that a refusal takes nothing back.
  const chosen = isDone ? {} : picked
  const valueOf = (span: SpendingSpan) => chosen[span] ?? String(setCents(limits[span]) ?? NONE)
  const centsOf = (span: SpendingSpan): Cents => {
    const value = valueOf(span)
    return value === NONE ? null : Number(value)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isChanging) return
    change({
      _tag: "SetSpendingLimits",
      dayCents: centsOf("day"),
      weekCents: centsOf("week"),
      monthCents: centsOf("month"),
    })
  }
  return (
    <form className="settings-limits" onSubmit={onSubmit}>
      {SPENDING_SPANS.map((span) => {
        const raise = raiseText(limits[span], locale)
        return (
          <div key={span} className="settings-limits__span">
            <SelectField
              label={LABELS[span]()}
              options={choicesOf(limits[span], locale)}
              value={valueOf(span)}
              onChange={(value) => {
                edited()
                setPicked({ ...chosen, [span]: value })
              }}
            />
            <p className="settings-row__lead tabular">
              <TextRun>
                {m.limits_bought({ amount: formatMoney(limits[span].boughtCents, locale) })}
              </TextRun>
            </p>
            {raise !== null && (
              <p className="settings-row__lead">
                <TextRun>{raise}</TextRun>
              </p>
            )}
          </div>
        )
      })}
      <Button type="submit" isPending={isChanging} pendingLabel={m.settings_saving()}>
        {m.limits_save()}
      </Button>
      <TaskStatus note={note} />
    </form>
  )
}
