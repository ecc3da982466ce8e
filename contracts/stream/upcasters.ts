/**
 * How events of an older version become the present one (law L6). Pure and chained: the function under
 * tag and version turns that version into the next. Fixtures of old events are never deleted.
 *
 * Every fact is at version 1 today, so the table is empty and the chain is what is tested.
 */
type Upcast = (event: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcast>>>>

export const UPCASTERS: Upcasters = {}

/** The version at which a fact is now: the one that its last upcaster makes, or the first. */
export const presentVersion = (tag: string, upcasters: Upcasters = UPCASTERS): number =>
  1 + (Object.hasOwn(upcasters, tag) ? Object.keys(upcasters[tag] ?? {}).length : 0)

/** Carries an event from version `from` to version `to`; undefined when a step is missing. */
export const upcast = (
  upcasters: Upcasters,
  event: Readonly<Record<string, unknown>> & { readonly _tag: string },
  from: number,
  to: number,
): Readonly<Record<string, unknown>> | undefined => {
  let current: Readonly<Record<string, unknown>> = event
  for (let v = from; v < to; v++) {
    const step = upcasters[event._tag]?.[v]
    if (step === undefined) return undefined
    current = step(current)
  }
  return current
}
