/**
 * Everything that script keeps in a browser. The cookies page lists what is written now, log-out empties what is the
 * member's, a refusal empties what needs consent. Outside of it stand a tab's own state (tab-storage.ts), which tab opened
 * which bank's tab (pay-window.ts), the time of the last reload (chunk-reload.ts) and, from one page to the next, why a
 * session ended (log-out-reason.ts).
 */
import { consentCookie } from "./consent.ts"
import { favouritesCookie, favouritesCopyStore, favouritesStore } from "./favourites.ts"
import { fingerprintCookie, fingerprintIdStore } from "./fingerprint.ts"
import { geoCookie } from "./geo.ts"
import { guestVisitedStore } from "./guest-visited.ts"
import { introStore } from "./intro.ts"
import { ivrCacheStore } from "./ivr-cache.ts"
import { languageCookie } from "./language.ts"
import { lessDataStore } from "./less-data.ts"
import { listPagesStore } from "./list-pages.ts"
import { popUpsStore } from "./pop-ups.ts"
import { previousRouteStore } from "./previous-route.ts"
import { recentCookie } from "./recent.ts"
import { registeredForStore } from "./registered-for.ts"
import { registeredFromStore } from "./registered-from.ts"
import { seenBannerStore } from "./seen-banner.ts"
import type { StoragePurpose, StoredItem } from "./stored-item.ts"
import { themeStore } from "./theme.ts"

type AnyItem<Purpose extends StoragePurpose = StoragePurpose> = Omit<
  StoredItem<unknown, Purpose>,
  "write"
>

/** What this build writes. */
export const STORED_ITEMS: ReadonlyArray<AnyItem<Exclude<StoragePurpose, "promotion">>> = [
  languageCookie,
  consentCookie,
  themeStore,
  lessDataStore,
  introStore,
  favouritesCookie,
  favouritesStore,
  favouritesCopyStore,
  popUpsStore,
  previousRouteStore,
  listPagesStore,
  registeredFromStore,
  registeredForStore,
  ivrCacheStore,
  fingerprintCookie,
  fingerprintIdStore,
  recentCookie,
]

/** What promotions will write: only emptied until then. */
const UNWRITTEN_ITEMS: ReadonlyArray<AnyItem> = [geoCookie, guestVisitedStore, seenBannerStore]

interface StorageRule {
  readonly needsConsent: boolean
  /** Whether it goes at log-out. */
  readonly goes: boolean
}

/** The browser keeps a choice and its own fingerprint, whoever uses it. */
const RULES: Readonly<Record<StoragePurpose, StorageRule>> = {
  choice: { needsConsent: false, goes: false },
  member: { needsConsent: false, goes: true },
  // A guest's, who pays without an account.
  call: { needsConsent: false, goes: true },
  return: { needsConsent: false, goes: true },
  recent: { needsConsent: true, goes: true },
  fingerprint: { needsConsent: true, goes: false },
  promotion: { needsConsent: true, goes: false },
}

export const needsConsent = ({ purpose }: Pick<AnyItem, "purpose">): boolean =>
  RULES[purpose].needsConsent

const forget = (isMeant: (item: AnyItem) => boolean) => {
  for (const item of [...STORED_ITEMS, ...UNWRITTEN_ITEMS]) if (isMeant(item)) item.forget()
}

export const areMemberStoresEmpty = (): boolean =>
  STORED_ITEMS.every(({ purpose, read }) => purpose !== "member" || read().status === 404)

/** At log-out: nothing of the member stays, nor where they were or whom they looked at. */
export const forgetMemberStores = (): void => {
  forget(({ purpose }) => RULES[purpose].goes)
}

/** At a refusal, also one that takes an earlier consent back. */
export const forgetConsented = (): void => {
  forget(needsConsent)
}
