/**
 * Money, credits, minutes and percentages in the locale's own form. The locale is always an argument, so a
 * server that answers two languages at once cannot mix them up.
 *
 * Amounts are integers: credits, euro cents.
 */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "./generated/messages.js"

/** Source: SHELL-03. */
const REGIONS: Readonly<Record<Locale, string>> = { nl: "nl-NL", en: "en-US" }

const CENTS_PER_EURO = 100

const perLocale = (
  options: Intl.NumberFormatOptions,
): Readonly<Record<Locale, Intl.NumberFormat>> => ({
  nl: new Intl.NumberFormat(REGIONS.nl, options),
  en: new Intl.NumberFormat(REGIONS.en, options),
})

const MONEY = perLocale({ style: "currency", currency: "EUR" })
const WHOLE = perLocale({ maximumFractionDigits: 0 })
const ONE_DECIMAL = perLocale({ maximumFractionDigits: 1 })
const PERCENT = perLocale({ style: "percent", maximumFractionDigits: 0 })

/** Euro cents as `€ 1.234,50` (nl, with a no-break space) or `€1,234.50` (en). */
export const formatMoney = (cents: number, locale: Locale): string =>
  MONEY[locale].format(cents / CENTS_PER_EURO)

/** A bare count: `1.234` (nl) or `1,234` (en). */
export const formatCount = (count: number, locale: Locale): string => WHOLE[locale].format(count)

/** `1.234 credits`, `1 credit`. */
export const formatCredits = (credits: number, locale: Locale): string =>
  m.credits_amount({ count: credits, formatted: formatCount(credits, locale) }, { locale })

/** Minutes with at most one decimal: `12,5 minuten`, `1 minute`. */
export const formatMinutes = (minutes: number, locale: Locale): string =>
  m.minutes_amount({ count: minutes, formatted: ONE_DECIMAL[locale].format(minutes) }, { locale })

/** Whole cents per minute: `€ 0,99 per minuut`. */
export const formatPricePerMinute = (centsPerMinute: number, locale: Locale): string =>
  m.price_per_minute({ price: formatMoney(centsPerMinute, locale) }, { locale })

/** Whole per cent: 15 gives `15%`. */
export const formatPercentage = (percent: number, locale: Locale): string =>
  PERCENT[locale].format(percent / 100)
