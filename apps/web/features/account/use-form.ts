/**
 * A form's state in a component: typing, leaving, submitting, and where the focus goes when something is
 * wrong: to the field if it is one, to the summary if there are several.
 */
import { type FocusEvent, type SubmitEvent, useReducer, useRef } from "react"
import {
  type Faults,
  faultyNames,
  type FormAction,
  type FormState,
  initialForm,
  nextForm,
  shownFaults,
  type Values,
} from "./form-state.ts"

export interface FormOptions<Name extends string> {
  readonly initial: Values<Name>
  readonly faultsOf: (values: Values<Name>) => Faults<Name>
  /** Called with values that have no fault. */
  readonly onSubmit: (values: Values<Name>) => void
  readonly onTyped: (values: Values<Name>) => void
}

/** Focus goes to a button that is being pressed: an error that appears now would move it away. */
const isPressing = (event: FocusEvent) => event.relatedTarget instanceof HTMLButtonElement

export const useForm = <Name extends string>(options: FormOptions<Name>) => {
  const { initial, faultsOf, onSubmit, onTyped } = options
  const [state, act] = useReducer(
    (current: FormState<Name>, action: FormAction<Name>) => nextForm(current, action),
    initial,
    initialForm<Name>,
  )
  const form = useRef<HTMLFormElement>(null)
  const faults = shownFaults(state, faultsOf(state.values))

  const focusField = (name: Name) => {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
  }

  return {
    form,
    values: state.values,
    faults,
    attempts: state.attempts,
    focusField,
    field: (name: Name) => ({
      name,
      value: state.values[name],
      validationBehavior: "aria" as const,
      onChange: (text: string) => {
        act({ _tag: "Typed", name, text })
        onTyped({ ...state.values, [name]: text })
      },
      onBlur: (event: FocusEvent) => {
        if (!isPressing(event)) act({ _tag: "Left", name })
      },
    }),
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      act({ _tag: "Submitted" })
      const faulty = faultyNames(faultsOf(state.values))
      const [first] = faulty
      if (first === undefined) onSubmit(state.values)
      else if (faulty.length === 1) focusField(first)
    },
  }
}
