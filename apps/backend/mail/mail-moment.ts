/** Points in time and durations in the text of a mail. Pure. */
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCount, formatMinutes } from "@foldcast/messages/number-formats"

/** A mail is read anywhere, so the time zone is named. */
const format = (region: string) =>
  new Intl.DateTimeFormat(region, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone: "Europe/Amsterdam",
    timeZoneName: "short",
  })
const FORMATS: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  nl: format("nl-NL"),
  en: format("en-US"),
}

/** `21 november 2026 om 10:34 CET`. */
export const formatMailMoment = (at: Date, lang: Locale): string => FORMATS[lang].format(at)

const HOUR_MINUTES = 60

/** In hours where it is whole hours, else in minutes: `24 uur`, `90 minutes`. */
export const formatSpan = (minutes: number, lang: Locale): string => {
  const hours = minutes / HOUR_MINUTES
  return Number.isInteger(hours)
    ? m.mail_hours({ count: hours, formatted: formatCount(hours, lang) }, { locale: lang })
    : formatMinutes(minutes, lang)
}
