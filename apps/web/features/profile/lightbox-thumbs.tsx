/** The lightbox's overview: its pictures as a strip, its albums as a row. */
import { useEffect, useRef } from "react"
import type { Album } from "@foldcast/contracts/queries/performers"
import { m } from "@foldcast/messages/messages"
import { formatCount } from "@foldcast/messages/number-formats"
import { imageUrlAt } from "@foldcast/rules/image-url"
import { useLocale } from "../site/page-frame-context.tsx"
import type { GalleryItem } from "./gallery.ts"

export interface LightboxThumbsProps {
  readonly items: ReadonlyArray<GalleryItem>
  /** From 1. */
  readonly page: number
  readonly onChoose: (page: number) => void
}

export function LightboxThumbs({ items, page, onChoose }: LightboxThumbsProps) {
  const locale = useLocale()
  const current = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }, [page])
  return (
    <ul className="lightbox__thumbs">
      {items.map(({ id, picture }, index) => {
        const isCurrent = index + 1 === page
        return (
          <li key={id}>
            <button
              type="button"
              ref={isCurrent ? current : undefined}
              className="lightbox__thumb"
              aria-label={m.gallery_open_picture({ number: formatCount(index + 1, locale) })}
              aria-current={isCurrent ? "true" : undefined}
              onClick={() => {
                onChoose(index + 1)
              }}
            >
              <img
                src={imageUrlAt(picture.url, "100x100")}
                width={100}
                height={100}
                alt=""
                style={{ backgroundColor: picture.colour ?? undefined }}
              />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

export interface LightboxAlbumsProps {
  readonly albums: ReadonlyArray<Album>
  readonly albumId: string | null
  readonly onChoose: (albumId: string) => void
}

export function LightboxAlbums({ albums, albumId, onChoose }: LightboxAlbumsProps) {
  return (
    <ul className="lightbox__albums" aria-label={m.profile_albums_heading()}>
      {albums.map((album) => (
        <li key={album.albumId}>
          <button
            type="button"
            className="lightbox__album"
            aria-current={album.albumId === albumId ? "true" : undefined}
            onClick={() => {
              onChoose(album.albumId)
            }}
          >
            {album.name}
          </button>
        </li>
      ))}
    </ul>
  )
}
