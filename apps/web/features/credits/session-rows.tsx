/** A paid session in the history's table: its total cost, and its movements when opened. */
import { useState } from "react"
import { ChevronDown } from "lucide-react"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { Button } from "@foldcast/ui/button.tsx"
import { TextRun } from "@foldcast/ui/text-run.tsx"
import { durationParts } from "../site/clock-text.ts"
import { useLocale } from "../site/page-frame-context.tsx"
import { HOLD_WORDS, SESSION_NAMES, sessionAmount, type SessionRow } from "./history-rows.ts"
import { HistoryCells, MovementTableRow, WithPerformer } from "./movement-row.tsx"

export function SessionRows({ row }: { readonly row: SessionRow }) {
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { session, movements } = row
  const [{ at, balance, performer }] = movements
  const { mode, seconds, movementCount, hold } = session
  return (
    <tbody>
      <HistoryCells at={at} amount={sessionAmount(row)} paidCents={null} balance={balance}>
        <span className="credits-row__kind">
          <TextRun>{`${SESSION_NAMES[mode]()} `}</TextRun>
          <WithPerformer performer={performer} words={m.credits_with} />
        </span>
        <span className="credits-row__small">
          <TextRun>
            {hold !== null
              ? HOLD_WORDS[hold]()
              : seconds === null
                ? m.credits_running()
                : m.credits_duration({
                    ...durationParts(seconds),
                    minutes: formatCount(durationParts(seconds).minutes, locale),
                  })}
          </TextRun>
        </span>
        <Button
          variant="link"
          className="credits-row__open"
          aria-expanded={isOpen}
          onPress={() => {
            setOpen(!isOpen)
          }}
        >
          {movementCount === 1
            ? m.credits_session_open_one()
            : m.credits_session_open({ count: formatCount(movementCount, locale) })}
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      </HistoryCells>
      {isOpen &&
        movements.map((movement) => (
          <MovementTableRow key={movement.movementId} movement={movement} isPart />
        ))}
      {isOpen && movements.length < movementCount && (
        <tr className="credits-row credits-row--part">
          <td colSpan={4} className="credits-row__note">
            <TextRun>
              {m.credits_session_part({
                shown: formatCount(movements.length, locale),
                count: formatCount(movementCount, locale),
              })}
            </TextRun>
          </td>
        </tr>
      )}
    </tbody>
  )
}
