/** The first facts of pages in browser tests: the visitor, and what is known about them. */
import type { MemberId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import type { Tracking } from "@foldcast/contracts/stream/visit"
import type { Locale } from "@foldcast/contracts/units"

const memberId = "m_00000001" as MemberId

export const started = (locale: Locale = "nl", tracking: Tracking = {}): Event => ({
  _tag: "VisitStarted",
  locale,
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking,
})

export const loggedInFact = (verified = false, username = "noor"): Event => ({
  _tag: "LoggedIn",
  memberId,
  username,
  verified,
})

export const registered: Event = { _tag: "MemberRegistered", memberId }

export const creditsFact = (amount: number): Event => ({ _tag: "CreditsChanged", credits: amount })

type Profile = Extract<Event, { readonly _tag: "MemberLoaded" }>

export const memberLoadedFact = (changed: Partial<Profile> = {}): Event => ({
  _tag: "MemberLoaded",
  username: "noor",
  capName: "Noor",
  email: "noor@example.com",
  verified: false,
  endUserText: null,
  lander: null,
  showChangeUsername: false,
  ...changed,
})

export const guest = (locale: Locale = "nl"): ReadonlyArray<Event> => [started(locale)]

export const member = (locale: Locale = "nl", balance = 1_234): ReadonlyArray<Event> => [
  started(locale),
  loggedInFact(true),
  creditsFact(balance),
]

/** A token as links carry it: three parts, with a readable expiry. */
export const linkToken = (expiresAtMs: number, more: object = {}): string => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "HS256" })}.${part({ exp: expiresAtMs / 1_000, ...more })}.c2lnbmF0dXJl`
}
