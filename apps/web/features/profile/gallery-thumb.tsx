/** A thumbnail that opens the lightbox; the lightbox's script is prefetched on approach. */
import { ImageOff } from "lucide-react"
import type { ReactNode } from "react"
import type { Picture } from "@foldcast/contracts/queries/performers"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { PICTURE_SHAPES, pictureSet } from "../performers/shown-picture.ts"
import { type GalleryEntry, galleryKey } from "./gallery-entry.ts"
import { lightbox } from "./gallery-overlay.tsx"

const SIZES = "(min-width: 1024px) 12rem, (min-width: 640px) 30vw, 45vw"

export interface GalleryThumbProps {
  /** Null: there is none that may be shown. */
  readonly picture: Picture | null
  readonly label: string
  /** The history entry that it opens. */
  readonly shows: GalleryEntry
  readonly show: (entry: GalleryEntry) => void
  readonly children?: ReactNode
}

export function GalleryThumb({ picture, label, shows, show, children }: GalleryThumbProps) {
  const { width, height, size } = PICTURE_SHAPES.card
  return (
    <button
      type="button"
      className="gallery-thumb"
      aria-haspopup="dialog"
      aria-label={label}
      onPointerEnter={lightbox.approach}
      onFocus={lightbox.approach}
      data-gallery={galleryKey(shows)}
      onClick={() => {
        show(shows)
      }}
    >
      <span
        className="gallery-thumb__picture"
        style={{ backgroundColor: picture?.colour ?? undefined }}
      >
        {picture === null ? (
          <ImageOff size={28} aria-hidden="true" />
        ) : (
          <img
            src={imageUrlAt(picture.url, size)}
            srcSet={pictureSet(picture.url, "card")}
            sizes={SIZES}
            width={width}
            height={height}
            alt=""
            loading="lazy"
            decoding="async"
          />
        )}
      </span>
      {children}
    </button>
  )
}
