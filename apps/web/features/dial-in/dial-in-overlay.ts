/** The window of paying by a phone call: prefetched on approach, shown by call-parts.tsx. */
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import type { OverlayProps } from "../site/use-dialog-window.ts"

export const dialInOverlay = lazyOverlay<OverlayProps>(
  async () => (await import("./dial-in-drawer.tsx")).DialInDrawer,
)
