/**
 * The values and faults of a form, as its rules and its texts use them. Every value is a text, a ticked checkbox
 * too, so that a draft of it can be stored. Pure.
 */
export type Values<Name extends string> = Readonly<Record<Name, string>>
/** The text of each field's error, null without an error. */
export type Faults<Name extends string> = Readonly<Record<Name, string | null>>

/** The value of a ticked checkbox; an empty one has an empty value. */
export const TICKED = "yes"

export const namesOf = <Name extends string>(
  record: Readonly<Record<Name, unknown>>,
): ReadonlyArray<Name> => Object.keys(record) as unknown as ReadonlyArray<Name>

export const noFaults = <Name extends string>(values: Values<Name>): Faults<Name> =>
  Object.fromEntries(namesOf(values).map((name) => [name, null])) as Faults<Name>

/** The names of the fields with an error, in the form's order. */
export const faultyNames = <Name extends string>(faults: Faults<Name>): ReadonlyArray<Name> =>
  namesOf(faults).filter((name) => faults[name] !== null)

/** The form's initial values: the stored draft, limited to the fields that may be kept. */
export const withDraft = <Name extends string>(
  empty: Values<Name>,
  kept: ReadonlyArray<Name>,
  draft: Readonly<Record<string, string>> | null,
): Values<Name> =>
  Object.fromEntries(
    namesOf(empty).map((name) => [
      name,
      kept.includes(name) ? (draft?.[name] ?? empty[name]) : empty[name],
    ]),
  ) as Values<Name>

/** The values that may be kept, merged over what other forms of the same draft have stored. */
export const draftOf = <Name extends string>(
  values: Values<Name>,
  kept: ReadonlyArray<Name>,
  before: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> => ({
  ...before,
  ...Object.fromEntries(kept.map((name) => [name, values[name]])),
})
