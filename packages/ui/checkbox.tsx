/** A checkbox with a text that may hold links. */
import { Check } from "lucide-react"
import type { ReactNode } from "react"
import {
  Checkbox as AriaCheckbox,
  type CheckboxProps as AriaCheckboxProps,
} from "react-aria-components/Checkbox"
import "./checkbox.css"

export interface CheckboxProps extends Omit<AriaCheckboxProps, "children" | "className" | "style"> {
  readonly children: ReactNode
}

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className="ui-checkbox">
      <span className="ui-checkbox__box" aria-hidden="true">
        <Check size={16} strokeWidth={3} />
      </span>
      <span>{children}</span>
    </AriaCheckbox>
  )
}
