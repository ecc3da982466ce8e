/** Any number of a few options, each a pill to press, under the group's own name. */
import { Check } from "lucide-react"
import type { ReactNode } from "react"
import {
  Checkbox,
  CheckboxGroup,
  type CheckboxGroupProps,
  Label,
} from "react-aria-components/CheckboxGroup"
import "./choice-pills.css"

export interface ChoicePillsProps extends Omit<
  CheckboxGroupProps,
  "children" | "className" | "style" | "aria-label"
> {
  readonly label: string
  readonly children: ReactNode
}

export function ChoicePills({ label, children, ...rest }: ChoicePillsProps) {
  return (
    <CheckboxGroup {...rest} className="ui-choice-pills">
      <Label className="ui-choice-pills__label">{label}</Label>
      <div className="ui-choice-pills__row">{children}</div>
    </CheckboxGroup>
  )
}

export interface ChoicePillProps {
  readonly value: string
  readonly autoFocus?: boolean
  readonly children: ReactNode
}

export function ChoicePill({ value, autoFocus = false, children }: ChoicePillProps) {
  return (
    <Checkbox value={value} autoFocus={autoFocus} className="ui-choice-pill">
      <Check size={16} strokeWidth={3} aria-hidden="true" className="ui-choice-pill__check" />
      {children}
    </Checkbox>
  )
}
