/**
 * When a verification link leads to the home page, the verification replaces the page's opening (AUTH-77). On other
 * pages it is a dialog.
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
  // The server does not know the link: the first render is the same on both sides.
  const [phase, setPhase] = useState<"before" | "shown" | "over">("before")
  useEffect(() => {
    if (heldAction()?._tag === "Validate") setPhase("shown")
  }, [])
  // The focused button is removed: the focus moves to the page's heading.
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
