/**
 * A document in the browser: the runtime with the browser's own window, storage and network. Made once
 * per document by client-entry.tsx.
 */
import { pushAnalytics } from "./analytics.ts"
import { commandPorts, connectionPorts } from "./browser-ports.ts"
import { createSiteRuntime } from "./create-site-runtime.ts"
import { FIRST_FACTS_ID, readFirstFacts } from "./first-facts.ts"
import { homePath } from "./home-path.ts"
import { browserPayWindow, closeReturnedPayWindow } from "./pay-window.ts"
import type { SiteRuntime } from "./site-runtime.ts"
import { type TabStorage, tabStorage } from "./tab-storage.ts"

const newId = () => crypto.randomUUID()

/** What of a member a document keeps outside its state: the tab's storage, and the page's first facts. */
const memberStorage = (): TabStorage => {
  const storage = tabStorage(() => sessionStorage, newId)
  return {
    ...storage,
    forgetMember: () => {
      storage.forgetMember()
      document.getElementById(FIRST_FACTS_ID)?.replaceChildren()
    },
  }
}

export const liveSite = (firstFactsText: string): SiteRuntime => {
  const runtime = createSiteRuntime({
    firstFacts: readFirstFacts(firstFactsText),
    origin: location.origin,
    storage: memberStorage(),
    payWindow: browserPayWindow,
    connectionPorts,
    commandPorts,
    newId,
    leaveFor: (url) => location.assign(url),
    goHome: () => {
      const home = homePath(location.pathname)
      if (location.pathname !== home) location.assign(home)
    },
    pushAnalytics,
  })

  /** A page that the browser kept while it was elsewhere goes on where it was. */
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
    },
    stop: () => {
      removeEventListener("pageshow", onShow)
      removeEventListener("pagehide", onHide)
      runtime.stop()
    },
  }
}
