/**
 * Everything that script keeps in a browser, by what it is kept for. The cookies page lists what is written
 * now, log-out empties what is the member's, a refusal empties what needs consent; nothing is kept outside
 * it but a tab's own state (tab-storage.ts), the time of the last reload (chunk-reload.ts) and, from one
 * page to the next, why a session ended (log-out-reason.ts).
 */
import { CHOICE_DAYS } from "@foldcast/rules/choice-days"
import { activeStreamStore } from "./active-stream.ts"
import { consentCookie } from "./consent.ts"
import { favouritesCookie, favouritesCopyStore, favouritesStore } from "./favourites.ts"
import { fingerprintCookie, fingerprintIdStore, fingerprintSentStore } from "./fingerprint.ts"
import { geoCookie } from "./geo.ts"
import { guestVisitedStore } from "./guest-visited.ts"
import { ivrCacheStore } from "./ivr-cache.ts"
import { languageCookie } from "./language.ts"
import { lessDataStore } from "./less-data.ts"
import { listPagesStore } from "./list-pages.ts"
import { previousRouteStore } from "./previous-route.ts"
import { registeredFromStore } from "./registered-from.ts"
import { seenBannerStore } from "./seen-banner.ts"
import type { Store } from "./stored.ts"
import { themeStore } from "./theme.ts"

export type KeptFor = "choice" | "member" | "return" | "fingerprint"
export type Lifetime = "session" | "untilCleared" | { readonly days: number }

export interface Kept {
  readonly key: string
  readonly place: "cookie" | "local" | "session"
  readonly keptFor: KeptFor
  readonly lifetime: Lifetime
  readonly store: Pick<Store<unknown>, "read" | "forget">
}

const row = (
  key: string,
  place: Kept["place"],
  keptFor: KeptFor,
  store: Kept["store"],
  days?: number,
): Kept => ({
  key,
  place,
  keptFor,
  lifetime: days === undefined ? (place === "session" ? "session" : "untilCleared") : { days },
  store,
})

/** What this build writes. */
export const STORED: ReadonlyArray<Kept> = [
  row("language", "cookie", "choice", languageCookie, CHOICE_DAYS.language),
  row("consent", "cookie", "choice", consentCookie, CHOICE_DAYS.consent),
  row("theme", "local", "choice", themeStore),
  row("lessData", "local", "choice", lessDataStore),
  row("favourites", "cookie", "member", favouritesCookie, 365),
  row("favourites", "local", "member", favouritesStore),
  row("favourites", "session", "member", favouritesCopyStore),
  row("previousRoute", "local", "return", previousRouteStore),
  row("listPages", "session", "return", listPagesStore),
  row("register:model", "local", "return", registeredFromStore),
  row("fingerprint", "cookie", "fingerprint", fingerprintCookie, 365),
  row("fid", "local", "fingerprint", fingerprintIdStore),
]

/**
 * Stores that nothing writes until there are rooms, calls by phone and promotions. Whoever writes one gives
 * it a row above; until then it is only emptied with the others.
 */
const UNWRITTEN = {
  member: [activeStreamStore, ivrCacheStore],
  consented: [fingerprintSentStore, geoCookie, guestVisitedStore, seenBannerStore],
} as const

const NEEDS_CONSENT: Readonly<Record<KeptFor, boolean>> = {
  choice: false,
  member: false,
  return: false,
  fingerprint: true,
}

export const needsConsent = ({ keptFor }: Kept): boolean => NEEDS_CONSENT[keptFor]

const forget = (stores: ReadonlyArray<Pick<Kept["store"], "forget">>) => {
  for (const store of stores) store.forget()
}

const storesOf = (isMeant: (kept: Kept) => boolean) =>
  STORED.filter(isMeant).map(({ store }) => store)

const isMembers = ({ keptFor }: Kept) => keptFor === "member"

export const areMemberStoresEmpty = (): boolean =>
  storesOf(isMembers).every((store) => store.read().status === 404)

/** At log-out: nothing of the member stays, nor where they were. */
export const forgetMemberStores = (): void => {
  forget([...storesOf((kept) => isMembers(kept) || kept.keptFor === "return"), ...UNWRITTEN.member])
}

/** At a refusal, also one that takes an earlier consent back. */
export const forgetConsented = (): void => {
  forget([...storesOf(needsConsent), ...UNWRITTEN.consented])
}
