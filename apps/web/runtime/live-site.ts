/**
 * A document in the browser: the runtime with the browser's own window, storage and network. Made once
 * per document by client-entry.tsx.
 */
import { isPaidFor } from "@foldcast/folds/paid-for"
import type { PublicBrand } from "@foldcast/contracts/queries/brand"
import type { TabSlice } from "@foldcast/reactions/effect"
import { trackingOf, trackingQuery } from "@foldcast/rules/tracking-parameters"
import { pushAnalytics } from "./analytics.ts"
import type { Consent } from "../page-frame.ts"
import { commandPorts, connectionPorts, sessionMutex } from "./browser-ports.ts"
import { createSiteRuntime } from "./create-site-runtime.ts"
import { keepLogOutReason, noteLogOuts } from "./log-out-reason.ts"
import { keptFingerprint } from "./fingerprint.ts"
import { FIRST_FACTS_ID, readFirstFacts } from "./first-facts.ts"
import { homePath } from "./home-path.ts"
import { browserPayWindow, closeReturnedPayWindow } from "./pay-window.ts"
import { syncConsent } from "./sync-consent.ts"
import { runPageAction } from "./run-page-action.ts"
import { storeFavourites } from "./store-favourites.ts"
import { storeRegisteredFrom } from "./store-registered-from.ts"
import type { PageAction } from "./page-action.ts"
import { type BrowserMoment, pageCameAt, readPageAnswers } from "./page-answers.ts"
import { askFailedAgain } from "./queries.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { trackReachability } from "./site-reachability.ts"
import { consentCookie } from "./stores/consent.ts"
import { ivrCacheStore } from "./stores/ivr-cache.ts"
import { areMemberStoresEmpty, forgetMemberStores } from "./stores/stored-items.ts"
import { browserStreamSlots, setPaidTimeRunning } from "./stream-slots.ts"
import { type TabStorage, tabStorage } from "./tab-storage.ts"
import { newUuid } from "./uuid.ts"

/** A link's action takes precedence over the dialog that the tab had open. */
const withoutDialog = (slice: TabSlice | null): TabSlice | null =>
  slice === null ? null : { ...slice, dialog: null }

/** The tab's storage, together with the member's stores and the page's first facts. */
const memberStorage = (action: PageAction | null): TabStorage => {
  const storage = tabStorage(
    () => sessionStorage,
    newUuid,
    () => location.pathname,
  )
  return {
    ...storage,
    slice: () => (action === null ? storage.slice() : withoutDialog(storage.slice())),
    // The browser's own stores do not say whose they are: for a guest they must be empty.
    isOfAnother: (visitor) =>
      storage.isOfAnother(visitor) || (visitor === null && !areMemberStoresEmpty()),
    forgetMember: () => {
      storage.forgetMember()
      forgetMemberStores()
      document.getElementById(FIRST_FACTS_ID)?.replaceChildren()
    },
  }
}

const isHome = () => location.pathname === homePath(location.pathname)

/** The home page with what links carry along. */
const startHref = () =>
  homePath(location.pathname) + trackingQuery(trackingOf(new URLSearchParams(location.search)))

/** On the home page only the address changes. */
const goToStart = () => {
  if (isHome()) history.replaceState(history.state, "", startHref())
  else location.assign(startHref())
}

const browserMoment = (): BrowserMoment => {
  const [navigation] = performance.getEntriesByType("navigation")
  return {
    now: Date.now(),
    sinceStart: performance.now(),
    responseStart: navigation instanceof PerformanceNavigationTiming ? navigation.responseStart : 0,
  }
}

export interface LiveSite {
  readonly firstFactsText: string
  readonly pageAnswersText: string
  readonly brand: PublicBrand
  /** As the page's own request said it. */
  readonly consent: Consent
  /** What the link asks for that led here. */
  readonly action: PageAction | null
}

export const liveSite = ({
  firstFactsText,
  pageAnswersText,
  brand,
  consent,
  action,
}: LiveSite): SiteRuntime => {
  const runtime = createSiteRuntime({
    firstFacts: readFirstFacts(firstFactsText),
    pageAnswers: readPageAnswers(pageAnswersText, pageCameAt(browserMoment())),
    origin: location.origin,
    brand,
    arrivedToLogIn: action?._tag === "LogIn",
    storage: memberStorage(action),
    payWindow: browserPayWindow,
    connectionPorts: { ...connectionPorts, streamSlots: browserStreamSlots() },
    sessionMutex,
    commandPorts,
    monotonicNow: () => performance.now(),
    newId: newUuid,
    fingerprint: keptFingerprint,
    leaveFor: (url) => location.assign(url),
    goHome: (reason) => {
      if (isHome()) return
      if (reason !== null) keepLogOutReason(reason)
      location.assign(startHref())
    },
    goToStart,
    clearPhoneSession: () => ivrCacheStore.forget(),
    pushAnalytics: (event) => {
      if (consentCookie.read().value === "accepted") pushAnalytics(event)
    },
  })

  /** A page that comes back from the back-forward cache reconnects. */
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) runtime.start()
  }
  const onHide = () => runtime.stop()

  return {
    ...runtime,
    start: () => {
      addEventListener("pageshow", onShow)
      addEventListener("pagehide", onHide)
      closeReturnedPayWindow()
      runtime.start()
      storeFavourites(runtime)
      noteLogOuts(runtime)
      storeRegisteredFrom(runtime, () => location.pathname)
      trackReachability(runtime.connection$, () => askFailedAgain(runtime.queries))
      runtime.state$.subscribe(({ room }) => {
        setPaidTimeRunning(isPaidFor(room))
      })
      syncConsent(runtime, consent)
      runPageAction(runtime, action, isHome())
    },
    stop: () => {
      removeEventListener("pageshow", onShow)
      removeEventListener("pagehide", onHide)
      runtime.stop()
    },
  }
}
