/** The frame of every page: skip link, header, the page itself, footer, notices and overlays. */
"use no memo"

import { type ReactNode, useEffect, useRef, useState } from "react"
import { m } from "@foldcast/messages/messages"
import { useAppStateStore } from "../../runtime/app-state-react.tsx"
import { isMobileWidth, watchDevice } from "../../runtime/device.ts"
import { BalanceAnnouncer } from "../connection/balance-announcer.tsx"
import { ConsentBanner } from "../consent/consent-banner.tsx"
import { FavouriteNotice } from "../favourites/favourite-notice.tsx"
import { Header } from "../header/header.tsx"
import { MainNavigation } from "../navigation/main-navigation.tsx"
import { WalletOverlay } from "../wallet/wallet-overlay.tsx"
import { Footer } from "./footer.tsx"
import { GlobalLoader } from "./global-loader.tsx"
import { BackgroundRoomOutlet } from "./background-room-outlet.tsx"
import { LAYOUTS, layoutOf } from "../site/layouts.ts"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { RecoveryBoundary } from "../site/recovery-boundary.tsx"
import { OverlayHost } from "./overlay-host.tsx"
import { approachDialog } from "./overlays.ts"
import { ApproachDialogProvider } from "../site/use-dialog-opener.ts"
import { usePageFrame } from "../site/page-frame-context.tsx"
import { SeoContent } from "./seo-content.tsx"
import { ToTopButton } from "./to-top-button.tsx"
import { useCurrentPage } from "../category/use-current-page.ts"
import { NOTICES_ID } from "../site/notices-id.ts"
import { useNavigation } from "./use-navigation.ts"
import { useFocusInSight } from "./use-focus-in-sight.ts"
import { useNoticesHeight } from "./use-notices-height.ts"
import "./site-shell.css"
import "./print.css"

const useDevice = () => {
  const app = useAppStateStore()
  useEffect(() => {
    app.set({ appLoaded: true })
    return watchDevice(
      window,
      () => innerWidth,
      (width) => {
        app.set({ mobileViewport: isMobileWidth(width) })
      },
    )
  }, [app])
}

const notices = lazyOverlay(async () => (await import("./notices.tsx")).Notices)

/**
 * Fetched as soon as the page has been taken over, and rendered when they are there: a part that React waits for would
 * hold back what else changes at that moment.
 */
function LateNotices() {
  const [haveArrived, setArrived] = useState(false)
  useEffect(() => {
    let isWanted = true
    const awaited = async () => {
      await notices.arrival()
      if (isWanted) setArrived(true)
    }
    void awaited()
    return () => {
      isWanted = false
    }
  }, [])
  return (
    haveArrived && (
      <LazyBoundary>
        <notices.Component />
      </LazyBoundary>
    )
  )
}

const FLOATING = [BalanceAnnouncer, OverlayHost, WalletOverlay, GlobalLoader] as const

function Floating() {
  const place = useRef<HTMLDivElement>(null)
  useNoticesHeight(place)
  return (
    <>
      <div ref={place} id={NOTICES_ID} className="site-notices" data-react-aria-top-layer="true">
        <LateNotices />
        <RecoveryBoundary>
          <FavouriteNotice />
        </RecoveryBoundary>
        <BackgroundRoomOutlet />
      </div>
      {FLOATING.map((Part, index) => (
        <RecoveryBoundary key={index}>
          <Part />
        </RecoveryBoundary>
      ))}
    </>
  )
}

export function SiteShell({ children }: { readonly children: ReactNode }) {
  useNavigation()
  useDevice()
  useFocusInSight()
  const { brand, mailedLink } = usePageFrame()
  const layout = layoutOf(useCurrentPage().page, brand.layout)
  const { hasNavigation, hasSeo, hasFooter } = LAYOUTS[layout]
  return (
    <ApproachDialogProvider value={approachDialog}>
      <div className="site" data-layout={layout}>
        <a href="#content" className="site-skip">
          {m.site_skip_to_content()}
        </a>
        <RecoveryBoundary>
          <ConsentBanner />
        </RecoveryBoundary>
        <RecoveryBoundary>
          <Header />
        </RecoveryBoundary>
        <RecoveryBoundary>{hasNavigation && <MainNavigation />}</RecoveryBoundary>
        <main id="content" tabIndex={-1} className="site-main">
          {/* Placed where a visitor looks for the controls that need script, such as the log-in. */}
          <p className="site-width site-main__without-script without-script">
            {mailedLink === "none" ? m.site_needs_script() : m.site_link_needs_script()}
          </p>
          {children}
        </main>
        <RecoveryBoundary>{hasSeo && <SeoContent />}</RecoveryBoundary>
        <RecoveryBoundary>
          <ToTopButton />
          {hasFooter && <Footer />}
        </RecoveryBoundary>
        <Floating />
      </div>
    </ApproachDialogProvider>
  )
}
