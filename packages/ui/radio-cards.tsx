/**
 * A single choice among cards; the whole card is the target. Plain radio buttons in plain labels: arrow keys move the
 * choice by the browser's own rules, and a window with a dozen cards opens fast on a slow phone.
 */
import { createContext, type ReactNode, use, useId } from "react"
import { classNames } from "./class-names.ts"
import "./radio-cards.css"

interface Choice {
  /** What joins the cards of one group. */
  readonly name: string
  readonly value: string | null
  readonly onChange: (value: string) => void
}

const ChoiceContext = createContext<Choice | null>(null)

export interface RadioCardsProps {
  /** The heading above the cards. */
  readonly "aria-labelledby": string
  /** Null: none is chosen. */
  readonly value: string | null
  readonly onChange: (value: string) => void
  readonly children: ReactNode
  readonly className?: string
}

export function RadioCards({ value, onChange, children, className, ...rest }: RadioCardsProps) {
  const name = useId()
  return (
    <div {...rest} role="radiogroup" className={classNames("ui-radio-cards", className)}>
      <ChoiceContext value={{ name, value, onChange }}>{children}</ChoiceContext>
    </div>
  )
}

export interface RadioCardProps {
  readonly value: string
  readonly isDisabled?: boolean
  readonly children: ReactNode
  readonly className?: string
}

export function RadioCard({ value, isDisabled = false, children, className }: RadioCardProps) {
  const choice = use(ChoiceContext)
  if (choice === null) throw new Error("a card stands outside of its group")
  return (
    <label className={classNames("ui-radio-card", className)}>
      <input
        type="radio"
        className="ui-radio-card__button"
        name={choice.name}
        value={value}
        checked={choice.value === value}
        disabled={isDisabled}
        onChange={() => {
          choice.onChange(value)
        }}
      />
      <span className="ui-radio-card__dot" aria-hidden="true" />
      {children}
    </label>
  )
}
