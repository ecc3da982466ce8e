/** Readers of setting values that only the backend has. Pure. */
import { mailboxOf } from "@foldcast/rules/email"
import { Redacted } from "effect"
import { httpUrl, type Reader } from "@foldcast/settings/readers"

/** `a=https://a.example,b=https://b.example`: where each brand's site stands; the first is the house's. */
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

export const mailAddressSetting: Reader<string> = (text) => mailboxOf(text) ?? undefined

/** Milliseconds since 1970 of `2026-11-20T20:00:00Z`. */
export const momentSetting: Reader<number> = (text) => {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
