/**
 * Where a verification link leads home, the page opens with the verification instead of its own opening
 * (product spec, section 2: as a page and as a modal). Elsewhere it is a window over the page.
 */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"
import { heldAction } from "../../runtime/page-action.ts"
import { OverlayBoundary } from "../site/overlay-boundary.tsx"

const VerificationPage = lazy(async () => ({
  default: (await import("./verification-page.tsx")).VerificationPage,
}))

export function VerificationPlace({ children }: { readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  // The server knows of no link: the first render is the same on both sides.
  useEffect(() => {
    setShown(heldAction()?._tag === "Validate")
  }, [])
  if (!isShown) return children
  return (
    <OverlayBoundary>
      <Suspense fallback={children}>
        <VerificationPage
          onDone={() => {
            setShown(false)
          }}
        />
      </Suspense>
    </OverlayBoundary>
  )
}
