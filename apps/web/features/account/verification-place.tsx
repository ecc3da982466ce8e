/**
 * Where a verification link leads home, the page opens with the verification instead of its own opening
 * (AUTH-77). Elsewhere it is a window over the page.
 */
"use no memo"

import { type ReactNode, useEffect, useState } from "react"
import { heldAction } from "../../runtime/page-action.ts"
import type { VerificationPageProps } from "./verification-page.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import { lazyOverlay } from "../site/lazy-overlay.tsx"

const verificationPage = lazyOverlay<VerificationPageProps>(
  async () => (await import("./verification-page.tsx")).VerificationPage,
)

export function VerificationPlace({ children }: { readonly children: ReactNode }) {
  // The server knows of no link: the first render is the same on both sides.
  const [phase, setPhase] = useState<"before" | "shown" | "over">("before")
  useEffect(() => {
    if (heldAction()?._tag === "Validate") setPhase("shown")
  }, [])
  // The button that was pressed is gone: whoever pressed it goes on at the page's beginning.
  useEffect(() => {
    if (phase === "over") document.querySelector("h1")?.focus({ preventScroll: true })
  }, [phase])
  if (phase !== "shown") return children
  return (
    <LazyBoundary fallback={children} className="site-width">
      <verificationPage.Component
        onDone={() => {
          setPhase("over")
        }}
      />
    </LazyBoundary>
  )
}
