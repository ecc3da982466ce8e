/**
 * A multiple choice among a few options, each a pill, under a group name. Plain checkboxes in plain labels,
 * because one drawer holds dozens and must open fast on a slow phone. A pill renders again only when its option
 * or its state changes.
 */
import { Check } from "lucide-react"
import { memo, type ReactNode, useEffect, useId, useRef } from "react"
import { TextRun } from "./text-run.tsx"
import "./choice-pills.css"

export interface ChoicePillsProps {
  readonly label: string
  readonly children: ReactNode
}

export function ChoicePills({ label, children }: ChoicePillsProps) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="ui-choice-pills">
      <span id={id} className="ui-choice-pills__label">
        {label}
      </span>
      <div className="ui-choice-pills__row">{children}</div>
    </div>
  )
}

export interface ChoicePillProps<Value> {
  /** Passed to `onChange`. An object must keep its identity, or the pill renders again. */
  readonly value: Value
  readonly text: string
  readonly isChosen: boolean
  readonly onChange: (value: Value, isChosen: boolean) => void
  /** Takes the focus when it is mounted. */
  readonly takesFocus?: boolean
}

function Pill<Value>({
  value,
  text,
  isChosen,
  onChange,
  takesFocus = false,
}: ChoicePillProps<Value>) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) box.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <label className="ui-choice-pill">
      <input
        ref={box}
        type="checkbox"
        className="ui-choice-pill__box"
        checked={isChosen}
        onChange={({ currentTarget }) => {
          onChange(value, currentTarget.checked)
        }}
      />
      <Check size={16} strokeWidth={3} aria-hidden="true" className="ui-choice-pill__check" />
      <TextRun>{text}</TextRun>
    </label>
  )
}

export const ChoicePill = memo(Pill) as typeof Pill
