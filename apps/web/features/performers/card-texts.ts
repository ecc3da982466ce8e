/**
 * What a card says besides the name: its second line, and its name for those who listen. Pure.
 *
 * The price is the one that bundles' discounts are measured against (rules, money): what a minute costs at
 * most, so "about" never promises too little.
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

/** Cards count in whole hours, and never backwards. */
export const HOUR_MS = 3_600_000
export const hoursSince = (then: number, now: number): number =>
  Math.max(0, Math.floor((now - then) / HOUR_MS))

const HOURS_OF_DAY = 24

/** When somebody was live last, in whole hours or days. */
const lastSeen = ({ lastCamSession }: PerformerSummary, now: number): string => {
  if (lastCamSession === null) return m.card_never_seen()
  const hours = hoursSince(lastCamSession, now)
  if (hours < 1) return m.card_seen_now()
  const days = Math.floor(hours / HOURS_OF_DAY)
  return m.card_last_seen({
    when: days < 1 ? m.card_seen_hours({ hours }) : m.card_seen_days({ days }),
  })
}

/** The same on every card: made once, since a list makes them anew with every status. */
const PRICE: Readonly<Record<Locale, string>> = {
  nl: formatMoney(BASE_CENTS_PER_MINUTE, "nl"),
  en: formatMoney(BASE_CENTS_PER_MINUTE, "en"),
}
const CREDITS: Readonly<Record<Locale, string>> = {
  nl: formatCredits(CREDITS_PER_CHAT_MINUTE, "nl"),
  en: formatCredits(CREDITS_PER_CHAT_MINUTE, "en"),
}

/** What being there costs now, why it is not possible now, or when it was possible last. */
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

/** As codes, which is what there is room for. */
export const languageCodes = ({ languages }: PerformerSummary): string =>
  languages.map((language) => languageTag(language).toUpperCase()).join(" ")

/** `Noor, Live, Gratis chat, 24 jaar, spreekt Nederlands en Engels, Toy` */
export const cardName = (performer: PerformerSummary, now: number, locale: Locale): string => {
  const { username, age, languages, onlineStatus, cybertoy } = performer
  const status = namedStatus(onlineStatus)
  return [
    username,
    // Free chat is said by the line that follows.
    status === "free" ? m.status_live() : STATUS_NAMES[status](),
    spokenLine(performer, now, locale),
    ...(age > 0 ? [m.card_age({ age })] : []),
    ...(languages.length > 0
      ? [m.card_speaks({ languages: spokenLanguages(languages, locale) })]
      : []),
    ...(hasToy(cybertoy) ? [m.status_toy()] : []),
  ].join(", ")
}
