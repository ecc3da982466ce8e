/**
 * One setting, as data: what stands where nobody set it, how its text is read, and what it means. The
 * README's tables are made from these. Pure. Callers: the processes' settings.ts.
 *
 * Invariant: a `real` setting has a fallback for development only; production refuses to start without it.
 */
import * as Readers from "./readers.ts"
import type { Reader } from "./readers.ts"

export interface Setting<A> {
  /** The text that stands where the setting is not set; empty where that means "none". */
  readonly fallback: string
  readonly read: Reader<A>
  /** What its text must be: the end of the sentence "PORT must be …". */
  readonly must: string
  readonly meaning: string
  /** Production demands it, and refuses the text that development falls back to. */
  readonly real: boolean
}

export const setting = <A>(
  fallback: string,
  read: Reader<A>,
  must: string,
  meaning: string,
): Setting<A> => ({ fallback, read, must, meaning, real: false })

export const real = <A>(
  fallback: string,
  read: Reader<A>,
  must: string,
  meaning: string,
): Setting<A> => ({ fallback, read, must, meaning, real: true })

export const number = (fallback: number, minimum: number, maximum: number, meaning: string) =>
  setting(
    String(fallback),
    Readers.wholeNumber(minimum, maximum),
    `a whole number from ${minimum} to ${maximum}`,
    meaning,
  )

/** 0 takes a free one. */
export const port = (fallback: number, meaning: string) => number(fallback, 0, 65_535, meaning)

export const choice = <const A extends string>(
  fallback: NoInfer<A>,
  choices: readonly [A, A],
  meaning: string,
) => setting(fallback, Readers.oneOf(choices), choices.join(" or "), meaning)

export const onOrOff = (fallback: "on" | "off", meaning: string) =>
  setting(fallback, Readers.onOrOff, "on or off", meaning)

export const rate = (fallback: string, meaning: string) =>
  setting(fallback, Readers.rate, "a rate such as 20/15m (units s, m, h)", meaning)

export const folder = (fallback: string, meaning: string) =>
  setting(fallback, Readers.words, "a folder", meaning)

export const host = (fallback: string, meaning: string) =>
  setting(fallback, Readers.words, "an address or a host name", meaning)

/** What every process reads of itself: in production, `real` settings are demanded. */
export const environmentKind = (meaning: string) =>
  choice("development", ["development", "production"], meaning)

export const secret = (fallback: string, minLength: number, meaning: string) =>
  real(fallback, Readers.secret(minLength), `${minLength} visible characters or more`, meaning)
