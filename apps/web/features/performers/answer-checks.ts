/**
 * Hand-written checks of the gateway's answers, as total records: a member that the contract adds or removes does
 * not compile here, and a test compares the readers with the contract's schemas. Pure.
 *
 * Invariant: a value that passes has every member that its type has.
 */
import { isJson } from "../../runtime/json.ts"
import type { ReadBody } from "../../runtime/queries.ts"

export type Is<A> = (value: unknown) => value is A

export const isText: Is<string> = (value): value is string => typeof value === "string"
export const isNumber: Is<number> = (value): value is number =>
  typeof value === "number" && Number.isFinite(value)
export const isFlag: Is<boolean> = (value): value is boolean => typeof value === "boolean"

export const orNull =
  <A>(is: Is<A>): Is<A | null> =>
  (value): value is A | null =>
    value === null || is(value)

/** For a member that may be absent. */
export const orAbsent =
  <A>(is: Is<A>): Is<A> =>
  (value): value is A =>
    value === undefined || is(value)

export const readList =
  <A>(is: Is<A>): Is<ReadonlyArray<A>> =>
  (value): value is ReadonlyArray<A> =>
    Array.isArray(value) && value.every(is)

/** With any keys. */
export const dictionaryOf =
  <A>(is: Is<A>): Is<Readonly<Record<string, A>>> =>
  (value): value is Readonly<Record<string, A>> =>
    isJson(value) && Object.values(value).every(is)

/** Additional members are allowed: a newer gateway may send more. */
export const readRecord =
  <A extends object>(checks: { readonly [Name in keyof A]-?: Is<A[Name]> }): Is<A> =>
  (value): value is A =>
    isJson(value) && Object.entries<Is<unknown>>(checks).every(([name, is]) => is(value[name]))

export const reader =
  <A>(is: Is<A>): ReadBody<A> =>
  (body) =>
    is(body) ? body : null
