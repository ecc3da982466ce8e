/** Mounts the lightbox when it first opens; its script is prefetched on approach. */
import { useState } from "react"
import { lazyOverlay } from "../site/lazy-overlay.tsx"
import { LazyBoundary } from "../site/lazy-boundary.tsx"
import type { Gallery } from "./use-gallery.ts"

export interface GalleryProps extends Gallery {
  readonly performerId: string
  readonly username: string
}

export const lightbox = lazyOverlay<GalleryProps>(
  async () => (await import("./lightbox.tsx")).Lightbox,
)

export function GalleryOverlay(props: GalleryProps) {
  const [isMounted, setMounted] = useState(false)
  if (props.gallery.display && !isMounted) setMounted(true)
  if (!isMounted) return null
  return (
    <LazyBoundary isOpen={props.gallery.display} onClose={props.close}>
      <lightbox.Component {...props} />
    </LazyBoundary>
  )
}
