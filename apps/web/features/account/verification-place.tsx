/**
 * Where a verification link leads home, the page opens with the verification instead of its own opening
 * (AUTH-77). Elsewhere it is a window over the page.
 */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { heldAction } from "../../runtime/page-action.ts"
import { OverlayBoundary } from "../site/overlay-boundary.tsx"

const VerificationPage = lazy(async () => ({
  default: (await import("./verification-page.tsx")).VerificationPage,
}))

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
    <OverlayBoundary>
      <Suspense fallback={children}>
        <VerificationPage
          onDone={() => {
            setPhase("over")
          }}
        />
      </Suspense>
    </OverlayBoundary>
  )
}
