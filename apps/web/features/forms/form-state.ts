/**
 * The values and faults of a form, as its rules and its texts see them. Every value is a text, a ticked
 * box too, so that a draft of it can be kept. Pure.
 */
export type Values<Name extends string> = Readonly<Record<Name, string>>
/** The text of what is wrong with a field, null where nothing is. */
export type Faults<Name extends string> = Readonly<Record<Name, string | null>>

/** What a ticked box holds; an empty one holds nothing. */
export const TICKED = "yes"

export const namesOf = <Name extends string>(
  record: Readonly<Record<Name, unknown>>,
): ReadonlyArray<Name> => Object.keys(record) as unknown as ReadonlyArray<Name>

export const noFaults = <Name extends string>(values: Values<Name>): Faults<Name> =>
  Object.fromEntries(namesOf(values).map((name) => [name, null])) as Faults<Name>

/** The names of the fields that something is wrong with, in the form's order. */
export const faultyNames = <Name extends string>(faults: Faults<Name>): ReadonlyArray<Name> =>
  namesOf(faults).filter((name) => faults[name] !== null)

/** What a form begins with: what was kept of an earlier one, as far as it may be kept. */
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

/** The part of the values that may be kept, over what other forms of the same draft have kept. */
export const draftOf = <Name extends string>(
  values: Values<Name>,
  kept: ReadonlyArray<Name>,
  before: Readonly<Record<string, string>> | null,
): Readonly<Record<string, string>> => ({
  ...before,
  ...Object.fromEntries(kept.map((name) => [name, values[name]])),
})
