/**
 * Dates and times in the locale's own form: `20 nov 2026, 22:05` (nl) and `Nov 20, 2026, 10:05 PM` (en). They
 * use the reader's time zone, so they are formatted only in the browser.
 */
import type { Locale } from "@foldcast/contracts/units"

/** Source: SHELL-03. */
const REGIONS: Readonly<Record<Locale, string>> = { nl: "nl-NL", en: "en-US" }

const DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" }
const TIME: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" }

/** `at` in milliseconds; only tests set the zone. */
export const formatDay = (at: number, locale: Locale, timeZone?: string): string =>
  new Intl.DateTimeFormat(REGIONS[locale], { ...DAY, ...(timeZone && { timeZone }) }).format(at)

/** `22:05` (nl), `10:05 PM` (en): for times of today or the next hours. */
export const formatTime = (at: number, locale: Locale, timeZone?: string): string =>
  new Intl.DateTimeFormat(REGIONS[locale], { ...TIME, ...(timeZone && { timeZone }) }).format(at)

export const formatMoment = (at: number, locale: Locale, timeZone?: string): string =>
  new Intl.DateTimeFormat(REGIONS[locale], {
    ...DAY,
    ...TIME,
    ...(timeZone && { timeZone }),
  }).format(at)
