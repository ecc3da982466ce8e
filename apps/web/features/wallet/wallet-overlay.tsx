/** Mounts the wallet when it first opens; the drawer is prefetched on approach or when idle. */
"use no memo"

import { useEffect, useState } from "react"
import { memberOf } from "@foldcast/folds/account"
import type { SiteState } from "@foldcast/folds/site-state"
import { useRuntime, useSite } from "../../runtime/react.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { whenIdle } from "../site/when-idle.ts"

export const walletDrawer = lazyOverlay(
  async () => (await import("./wallet-drawer.tsx")).WalletDrawer,
)

const isWalletOpen = ({ wallet }: SiteState) => wallet.open

export function WalletOverlay() {
  const { dispatch } = useRuntime()
  const isOpen = useSite(isWalletOpen)
  const isMember = useSite(memberOf) !== null
  const [isMounted, setMounted] = useState(false)
  if (isOpen && !isMounted) setMounted(true)
  useEffect(() => (isMember ? whenIdle(walletDrawer.approach) : undefined), [isMember])
  const Drawer = walletDrawer.Component
  if (!isMounted) return null
  return (
    <LazyBoundary
      isOpen={isOpen}
      onClose={() => {
        dispatch({ _tag: "WalletClosed" })
      }}
    >
      <Drawer isOpen={isOpen} />
    </LazyBoundary>
  )
}
