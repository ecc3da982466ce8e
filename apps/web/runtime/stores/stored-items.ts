/**
 * Everything that script keeps in a browser. The cookies page lists what is written now, log-out empties what is the
 * member's, a refusal empties what needs consent; nothing is kept outside it but a tab's own state (tab-storage.ts,
 * pay-window.ts), the time of the last reload (chunk-reload.ts) and, from one page to the next, why a session ended
 * (log-out-reason.ts).
 */
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
import type { BrowserStore, Purpose, StoredItem } from "./stored.ts"
import { themeStore } from "./theme.ts"

/** Purposes of what this build writes. */
export type WrittenPurpose = Exclude<Purpose, "tracking">

type AnyStore<P extends Purpose> = Pick<BrowserStore<unknown, P>, "item" | "read" | "forget">

const WRITTEN: ReadonlyArray<AnyStore<WrittenPurpose>> = [
  languageCookie,
  consentCookie,
  themeStore,
  lessDataStore,
  favouritesCookie,
  favouritesStore,
  favouritesCopyStore,
  previousRouteStore,
  listPagesStore,
  registeredFromStore,
  fingerprintCookie,
  fingerprintIdStore,
]

/** Nothing writes them until there are calls by phone and promotions; until then they are emptied with the others. */
const UNWRITTEN: ReadonlyArray<AnyStore<Purpose>> = [
  activeStreamStore,
  ivrCacheStore,
  fingerprintSentStore,
  geoCookie,
  guestVisitedStore,
  seenBannerStore,
]

/** What this build writes. */
export const STORED_ITEMS: ReadonlyArray<StoredItem<WrittenPurpose>> = WRITTEN.map(
  ({ item }) => item,
)

export const needsConsent = ({ purpose }: StoredItem): boolean =>
  purpose === "fingerprint" || purpose === "tracking"

const isMembers = ({ purpose }: StoredItem) => purpose === "member"

const forgetWhere = (isMeant: (item: StoredItem) => boolean) => {
  for (const { item, forget } of [...WRITTEN, ...UNWRITTEN]) if (isMeant(item)) forget()
}

export const areMemberStoresEmpty = (): boolean =>
  WRITTEN.every(({ item, read }) => !isMembers(item) || read().status === 404)

/** At log-out: nothing of the member stays, nor where they were. */
export const forgetMemberStores = (): void =>
  forgetWhere((item) => isMembers(item) || item.purpose === "return")

/** At a refusal, also one that takes an earlier consent back. */
export const forgetConsented = (): void => forgetWhere(needsConsent)
