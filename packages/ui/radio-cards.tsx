/** A single choice among cards. Arrow keys move the choice; the whole card is the target. */
import type { ReactNode } from "react"
import {
  Radio,
  RadioGroup,
  type RadioGroupProps,
  type RadioProps,
} from "react-aria-components/RadioGroup"
import { classNames } from "./class-names.ts"
import "./radio-cards.css"

export interface RadioCardsProps extends Omit<
  RadioGroupProps,
  "children" | "className" | "style" | "aria-label"
> {
  readonly children: ReactNode
  readonly className?: string
}

/** Named by `aria-labelledby`: the heading above the cards. */
export function RadioCards({ children, className, ...rest }: RadioCardsProps) {
  return (
    <RadioGroup {...rest} className={classNames("ui-radio-cards", className)}>
      {children}
    </RadioGroup>
  )
}

export interface RadioCardProps extends Omit<RadioProps, "children" | "className" | "style"> {
  readonly children: ReactNode
  readonly className?: string
}

export function RadioCard({ children, className, ...rest }: RadioCardProps) {
  return (
    <Radio {...rest} className={classNames("ui-radio-card", className)}>
      <span className="ui-radio-card__dot" aria-hidden="true" />
      {children}
    </Radio>
  )
}
