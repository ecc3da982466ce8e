/** Readers of settings' texts: a value, or undefined where the text is no such thing. Pure. */
import { Redacted } from "effect"

export type Reader<A> = (text: string) => A | undefined

/** At most `count` within `windowMs` milliseconds. */
export interface Rate {
  readonly count: number
  readonly windowMs: number
}

export const words: Reader<string> = (text) => (text === "" ? undefined : text)

export const optional =
  <A>(read: Reader<A>): Reader<A | null> =>
  (text) =>
    text === "" ? null : read(text)

export const oneOf =
  <const A extends string>(choices: ReadonlyArray<A>): Reader<A> =>
  (text) =>
    choices.find((choice) => choice === text)

export const onOrOff: Reader<boolean> = (text) =>
  text === "on" ? true : text === "off" ? false : undefined

export const wholeNumber =
  (minimum: number, maximum: number): Reader<number> =>
  (text) => {
    const value = /^\d{1,15}$/u.test(text) ? Number(text) : Number.NaN
    return value >= minimum && value <= maximum ? value : undefined
  }

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `20/15m`: twenty in fifteen minutes. */
export const rate: Reader<Rate> = (text) => {
  const [, count, span, unit] = /^(\d{1,9})\/(\d{1,4})([smh])$/u.exec(text) ?? []
  const windowMs = Number(span) * (UNITS[unit ?? ""] ?? 0)
  return count !== undefined && Number(count) > 0 && windowMs > 0
    ? { count: Number(count), windowMs }
    : undefined
}

/** `http` or `https`, without credentials, query or fragment; without a slash at its end. */
export const httpUrl: Reader<string> = (text) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username !== "") return undefined
  return url.search === "" && url.hash === "" ? url.href.replace(/\/$/u, "") : undefined
}

/** `foldcast=https://a.example,partner=https://b.example`: where each brand's site stands; the first is the house's. */
export const origins: Reader<ReadonlyMap<string, string>> = (text) => {
  const found = new Map<string, string>()
  for (const part of text.split(",")) {
    const [, brand, address = ""] = /^\s*([a-z0-9-]{1,40})=(\S+)\s*$/u.exec(part) ?? []
    const url = httpUrl(address)
    if (brand === undefined || url === undefined || new URL(url).origin !== url) return undefined
    found.set(brand, url)
  }
  return found
}

export const postgresUrl: Reader<Redacted.Redacted> = (text) =>
  /^postgres(?:ql)?:\/\/./u.test(text) ? Redacted.make(text) : undefined

export const smtpUrl: Reader<Redacted.Redacted> = (text) => {
  const url = /^smtps?:\/\/./u.test(text) ? URL.parse(text) : null
  return url === null || url.hostname === "" ? undefined : Redacted.make(text)
}

export const mailAddress: Reader<string> = (text) =>
  /^[^\s@"'<>(),:;]{1,64}@[a-z0-9.-]{1,255}$/iu.test(text) ? text : undefined

/** Characters of a secret, at least. */
export const MIN_SECRET_LENGTH = 24

export const secret: Reader<Redacted.Redacted> = (text) =>
  text.length >= MIN_SECRET_LENGTH && /^[\x21-\x7e]+$/u.test(text) ? Redacted.make(text) : undefined
