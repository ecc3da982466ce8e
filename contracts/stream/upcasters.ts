/**
 * Upgrades events of an older version to the present one (law L6). Pure and chained: the function under tag and
 * version makes the next version. Fixtures of old events are never deleted.
 *
 * Every fact is at version 1 today, so the table is empty and the tests cover the chain.
 */
type Upcast = (event: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
export type Upcasters = Readonly<Record<string, Readonly<Record<number, Upcast>>>>

export const UPCASTERS: Upcasters = {}

/** The present version of a fact: the one that its last upcaster makes, or 1. */
export const presentVersion = (tag: string, upcasters: Upcasters = UPCASTERS): number =>
  1 + (Object.hasOwn(upcasters, tag) ? Object.keys(upcasters[tag] ?? {}).length : 0)

/** Upgrades an event from version `from` to version `to`; undefined when a step is missing. */
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
