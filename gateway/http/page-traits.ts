/**
 * Traits of a page's document, from its request: language, device, no-nude mode, tracking, consent. Pure. A safe
 * brand and splash6=true turn on the same mode (ROUTE-47).
 */
import { trackingOf } from "@foldcast/rules/tracking-parameters"
import type { Brand } from "../brand/brand.ts"
import type { HeaderReader } from "./origin.ts"
import type { DocumentTraits } from "../visits/first-facts.ts"
import { deviceOf } from "./page-device.ts"
import { LANGUAGE_COOKIE, type PageLocale, resolveLocale } from "./page-locale.ts"

export type CookieConsent = "accepted" | "refused"

/** Set by the page, and set again by the gateway on the choice (ADR 0012). */
const CONSENT_COOKIE = "consent"

/** The value of one cookie; undefined where it is absent. */
export const cookieOf = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(";")
    .map((pair) => pair.trim().split("=", 2))
    .find(([key]) => key === name)?.[1]

export interface PageTraits {
  readonly traits: DocumentTraits
  readonly language: PageLocale
  readonly consent: CookieConsent | null
}

/** From the `Cookie` header; null where nothing was chosen. */
export const consentOf = (header: string | undefined): CookieConsent | null => {
  const cookie = cookieOf(header, CONSENT_COOKIE)
  return cookie === "accepted" || cookie === "refused" ? cookie : null
}

export const languageOf = (url: URL, header: HeaderReader): PageLocale =>
  resolveLocale(
    url.pathname,
    cookieOf(header("cookie"), LANGUAGE_COOKIE),
    header("accept-language"),
  )

export const pageTraits = (url: URL, header: HeaderReader, brand: Brand): PageTraits => {
  const language = languageOf(url, header)
  const tracking = trackingOf(url.searchParams)
  return {
    language,
    consent: consentOf(header("cookie")),
    traits: {
      locale: language.locale,
      brand: brand.id,
      device: deviceOf(header("user-agent")),
      noNude: tracking.splash6 === "true" || brand.public.features.safe,
      tracking,
    },
  }
}
