/**
 * What a form knows of its fields: what was typed, which fields were left, how often it was submitted.
 * An error shows once its field was left or the form submitted, and goes as soon as it is mended. Pure.
 */
export type Values<Name extends string> = Readonly<Record<Name, string>>
/** The text of what is wrong with a field, null where nothing is. */
export type Faults<Name extends string> = Readonly<Record<Name, string | null>>

export interface FormState<Name extends string> {
  readonly values: Values<Name>
  readonly left: ReadonlyArray<Name>
  readonly attempts: number
}

export type FormAction<Name extends string> =
  | { readonly _tag: "Typed"; readonly name: Name; readonly text: string }
  | { readonly _tag: "Left"; readonly name: Name }
  | { readonly _tag: "Submitted" }

export const initialForm = <Name extends string>(values: Values<Name>): FormState<Name> => ({
  values,
  left: [],
  attempts: 0,
})

export const nextForm = <Name extends string>(
  state: FormState<Name>,
  action: FormAction<Name>,
): FormState<Name> => {
  switch (action._tag) {
    case "Typed":
      return { ...state, values: { ...state.values, [action.name]: action.text } }
    case "Left":
      return state.left.includes(action.name)
        ? state
        : { ...state, left: [...state.left, action.name] }
    case "Submitted":
      return { ...state, attempts: state.attempts + 1 }
  }
}

const namesOf = <Name extends string>(faults: Faults<Name>) =>
  Object.keys(faults) as unknown as ReadonlyArray<Name>

/** The faults that may be shown by now. */
export const shownFaults = <Name extends string>(
  { left, attempts }: FormState<Name>,
  faults: Faults<Name>,
): Faults<Name> =>
  Object.fromEntries(
    namesOf(faults).map((name) => [
      name,
      attempts > 0 || left.includes(name) ? faults[name] : null,
    ]),
  ) as Faults<Name>

export const faultyNames = <Name extends string>(faults: Faults<Name>): ReadonlyArray<Name> =>
  namesOf(faults).filter((name) => faults[name] !== null)
