/** What surrounds every page: skip link, header, the page itself, footer, notices and what floats. */
import { useRouter } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef } from "react"
import { m } from "@foldcast/messages/messages"
import { useRuntime } from "../../runtime/react.tsx"
import { RegisteredNotice } from "../account/registered-notice.tsx"
import { BalanceAnnouncer } from "../connection/balance-announcer.tsx"
import { BuildNotice } from "../connection/build-notice.tsx"
import { ConnectionNotice } from "../connection/connection-notice.tsx"
import { SessionNotice } from "../connection/session-notice.tsx"
import { Header } from "../header/header.tsx"
import { WalletOverlay } from "../wallet/wallet-overlay.tsx"
import { Footer } from "./footer.tsx"
import { OverlayHost } from "./overlay-host.tsx"
import "./site-shell.css"

/** Tells the log where the visitor is, and a screen reader that the page is another one. */
const useNavigation = () => {
  const router = useRouter()
  const runtime = useRuntime()
  const shown = useRef<string | null>(null)
  useEffect(() => {
    const tell = () => {
      const { pathname } = router.state.location
      const match = router.state.matches.at(-1)
      if (shown.current === pathname || match === undefined) return
      if (shown.current !== null) document.querySelector("h1")?.focus()
      shown.current = pathname
      const params = Object.entries(match.params).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value.slice(0, 200)] as const] : [],
      )
      runtime.dispatch({
        _tag: "Navigated",
        path: pathname,
        routeName: match.routeId.slice(0, 100),
        params: Object.fromEntries(params),
      })
    }
    tell()
    return router.subscribe("onResolved", tell)
  }, [router, runtime])
}

export function SiteShell({ children }: { readonly children: ReactNode }) {
  useNavigation()
  return (
    <>
      <a href="#content" className="site-skip">
        {m.site_skip_to_content()}
      </a>
      <Header />
      <main id="content" tabIndex={-1} className="site-main">
        {children}
      </main>
      <Footer />
      <div className="site-notices" data-react-aria-top-layer="true">
        <ConnectionNotice />
        <SessionNotice />
        <RegisteredNotice />
        <BuildNotice />
      </div>
      <BalanceAnnouncer />
      <OverlayHost />
      <WalletOverlay />
    </>
  )
}
