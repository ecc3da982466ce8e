/**
 * The texts of a card besides the name: its second line, and its accessible name. Pure.
 *
 * The price is the base that bundles' discounts are measured against (rules, money): the highest price of a minute,
 * so "about" never promises too little.
 */
import { CREDITS_PER_CHAT_MINUTE } from "@foldcast/contracts/chat-minute"
import type { PerformerSummary } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { m } from "@foldcast/messages/messages"
import { formatCredits, formatMoney } from "@foldcast/messages/number-formats"
import { BASE_CENTS_PER_MINUTE } from "@foldcast/rules/money"
import { hasToy, namedStatus } from "@foldcast/rules/performer-status"
import { languageTag, spokenLanguages } from "./spoken-languages.ts"
import { STATUS_NAMES } from "./status-texts.ts"

/** Whole hours, never negative. */
export const HOUR_MS = 3_600_000
export const hoursSince = (then: number, now: number): number =>
  Math.max(0, Math.floor((now - then) / HOUR_MS))

const HOURS_OF_DAY = 24

/** When the performer was last live, in whole hours or days. */
const lastSeen = ({ lastCamSession }: PerformerSummary, now: number): string => {
  if (lastCamSession === null) return m.card_never_seen()
  const hours = hoursSince(lastCamSession, now)
  if (hours < 1) return m.card_seen_now()
  const days = Math.floor(hours / HOURS_OF_DAY)
  return m.card_last_seen({
    when: days < 1 ? m.card_seen_hours({ hours }) : m.card_seen_days({ days }),
  })
}

/** The same on every card. Computed once, because a list renders its cards with every status. */
const PRICE: Readonly<Record<Locale, string>> = {
  nl: formatMoney(BASE_CENTS_PER_MINUTE, "nl"),
  en: formatMoney(BASE_CENTS_PER_MINUTE, "en"),
}
const CREDITS: Readonly<Record<Locale, string>> = {
  nl: formatCredits(CREDITS_PER_CHAT_MINUTE, "nl"),
  en: formatCredits(CREDITS_PER_CHAT_MINUTE, "en"),
}

/** The price now, the reason why the performer is not available, or when the performer was last live. */
export const cardLine = (performer: PerformerSummary, now: number, locale: Locale): string => {
  switch (namedStatus(performer.onlineStatus)) {
    case "free":
      return m.card_free()
    case "offline":
      return lastSeen(performer, now)
    case "vip":
      return m.card_vip()
    case "pause":
      return m.card_pause()
    case "live":
      return m.card_price({ credits: String(CREDITS_PER_CHAT_MINUTE), price: PRICE[locale] })
  }
}

const spokenLine = (performer: PerformerSummary, now: number, locale: Locale): string => {
  if (namedStatus(performer.onlineStatus) !== "live") return cardLine(performer, now, locale)
  return m.card_price_spoken({ credits: CREDITS[locale], price: PRICE[locale] })
}

/** Language codes, because a card has little room. */
export const languageCodes = ({ languages }: PerformerSummary): string =>
  languages.map((language) => languageTag(language).toUpperCase()).join(" ")

/** `Noor, Live, Gratis chat, 24 jaar, spreekt Nederlands en Engels, Toy` */
export const cardName = (performer: PerformerSummary, now: number, locale: Locale): string => {
  const { username, age, languages, onlineStatus, cybertoy } = performer
  const status = namedStatus(onlineStatus)
  return [
    username,
    // The following line says "free chat".
    status === "free" ? m.status_live() : STATUS_NAMES[status](),
    spokenLine(performer, now, locale),
    ...(age > 0 ? [m.card_age({ age })] : []),
    ...(languages.length > 0
      ? [m.card_speaks({ languages: spokenLanguages(languages, locale) })]
      : []),
    ...(hasToy(cybertoy) ? [m.status_toy()] : []),
  ].join(", ")
}
