/**
 * Readers of settings' texts. Each returns undefined for an invalid text; read-settings.ts makes the sentence.
 * Pure.
 */
import { Redacted } from "effect"
import type { Rate } from "@foldcast/limits/rate-windows"

export type Reader<A> = (text: string) => A | undefined

export const words: Reader<string> = (text) => (text === "" ? undefined : text)

export const optional =
  <A>(read: Reader<A>): Reader<A | null> =>
  (text) =>
    text === "" ? null : read(text)

export const oneOf =
  <const A extends string>(choices: ReadonlyArray<A>): Reader<A> =>
  (text) =>
    choices.find((choice) => choice === text)

export const onOrOffText: Reader<boolean> = (text) =>
  text === "on" ? true : text === "off" ? false : undefined

export const wholeNumber =
  (minimum: number, maximum: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? value : undefined
  }

/** The items of a comma-separated list. */
export const items = (text: string): ReadonlyArray<string> =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")

/** A list separated by commas; empty text is the empty list. */
export const listOf =
  <A>(read: Reader<A>): Reader<ReadonlyArray<A>> =>
  (text) => {
    const values: Array<A> = []
    for (const item of items(text)) {
      const value = read(item)
      if (value === undefined) return undefined
      values.push(value)
    }
    return values
  }

/** A list with at least one item. */
export const someOf =
  <A>(read: Reader<A>): Reader<readonly [A, ...ReadonlyArray<A>]> =>
  (text) => {
    const [first, ...others] = listOf(read)(text) ?? []
    return first === undefined ? undefined : [first, ...others]
  }

/** An http or https address without credentials, query or fragment; trailing slashes are removed. */
export const httpUrl: Reader<string> = (text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol)) return undefined
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return undefined
  }
  return url.href.replace(/\/+$/u, "")
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `20/15m`: at most 20 in 15 minutes; units s, m and h. */
export const rateText: Reader<Rate> = (text) => {
  const [, count, amount, unit = ""] = /^(\d{1,9})\/(\d{1,4})([smh])$/u.exec(text) ?? []
  const unitMs = UNITS_MS[unit]
  if (unitMs === undefined || Number(count) === 0 || Number(amount) === 0) return undefined
  return { count: Number(count), withinMs: Number(amount) * unitMs }
}

/** A secret to present or sign with: visible characters, with a minimum length. */
export const secretText =
  (minLength: number): Reader<Redacted.Redacted> =>
  (text) =>
    text.length >= minLength && /^[\x21-\x7e]+$/u.test(text) ? Redacted.make(text) : undefined
