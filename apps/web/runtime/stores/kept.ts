/**
 * Everything that script keeps in a browser, by what it is kept for. The cookies page lists it, log-out
 * empties what is the member's, a refusal empties what needs consent; nothing is kept outside it but a
 * tab's own state (tab-storage.ts), the time of the last reload (chunk-reload.ts) and, from one page to the
 * next, why a session ended (log-out-reason.ts).
 */
import { activeStreamStore } from "./active-stream.ts"
import { consentCookie } from "./consent.ts"
import { favouritesCookie, favouritesCopyStore, favouritesStore } from "./favourites.ts"
import { fingerprintCookie, fingerprintIdStore, fingerprintSentStore } from "./fingerprint.ts"
import { geoCookie } from "./geo.ts"
import { guestVisitedStore } from "./guest-visited.ts"
import { ivrCacheStore } from "./ivr-cache.ts"
import { languageCookie } from "./language.ts"
import { listPagesStore } from "./list-pages.ts"
import { previousRouteStore } from "./previous-route.ts"
import { registeredFromStore } from "./registered-from.ts"
import { seenBannerStore } from "./seen-banner.ts"
import type { Store } from "./stored.ts"
import { themeStore } from "./theme.ts"

export type KeptFor = "choice" | "member" | "return" | "fingerprint" | "geo" | "promotion"
export type Lifetime = "session" | "untilCleared" | { readonly days: number }

export interface Kept {
  readonly key: string
  readonly place: "cookie" | "local" | "session"
  readonly keptFor: KeptFor
  readonly lifetime: Lifetime
  readonly store: Pick<Store<never>, "forget">
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

export const STORED: ReadonlyArray<Kept> = [
  row("language", "cookie", "choice", languageCookie, 365),
  row("consent", "cookie", "choice", consentCookie, 180),
  row("theme", "local", "choice", themeStore),
  row("favourites", "cookie", "member", favouritesCookie, 365),
  row("favourites", "local", "member", favouritesStore),
  row("favourites", "session", "member", favouritesCopyStore),
  row("active_stream", "local", "member", activeStreamStore),
  row("ivr-cache", "session", "member", ivrCacheStore),
  row("previousRoute", "local", "return", previousRouteStore),
  row("listPages", "session", "return", listPagesStore),
  row("register:model", "local", "return", registeredFromStore),
  row("fingerprint", "cookie", "fingerprint", fingerprintCookie, 365),
  row("fid", "local", "fingerprint", fingerprintIdStore),
  row("lfs", "local", "fingerprint", fingerprintSentStore),
  row("geo", "cookie", "geo", geoCookie, 1),
  row("guest:visited", "local", "promotion", guestVisitedStore),
  row("seenBanner", "session", "promotion", seenBannerStore),
]

const NEEDS_CONSENT: Readonly<Record<KeptFor, boolean>> = {
  choice: false,
  member: false,
  return: false,
  fingerprint: true,
  geo: true,
  promotion: true,
}

export const needsConsent = ({ keptFor }: Kept): boolean => NEEDS_CONSENT[keptFor]

const forget = (isMeant: (kept: Kept) => boolean) => {
  for (const kept of STORED) if (isMeant(kept)) kept.store.forget()
}

/** At log-out: nothing of the member stays. */
export const forgetMemberStores = (): void => {
  forget(({ keptFor }) => keptFor === "member")
}

/** At a refusal, also one that takes an earlier consent back. */
export const forgetConsented = (): void => {
  forget(needsConsent)
}
