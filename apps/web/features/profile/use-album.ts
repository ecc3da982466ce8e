/** The pictures of the gallery's open album, once they have loaded. */
import { useEffect } from "react"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { isNoNude } from "../performers/performer-picture.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { albumResource } from "./album-resources.ts"
import { albumItems } from "./gallery-items.ts"
import type { GalleryItem } from "./gallery.ts"
import type { GalleryProps } from "./gallery-overlay.tsx"

export const useAlbum = ({ performerId, gallery, act }: GalleryProps) => {
  const { albumId, display } = gallery
  const noNude = useSite(isNoNude)
  const locale = useLocale()
  const isWanted = display && albumId !== null
  const answer = useAnswer(albumResource(performerId, albumId ?? "", locale), { isWanted })
  const { data } = answer
  useEffect(() => {
    // The same album may be opened again, without its pictures at first.
    if (!display || data === undefined || albumId === null) return
    act({ _tag: "ItemsCame", albumId, items: albumItems(data, noNude) })
  }, [display, data, albumId, noNude, act])
  return answer
}

export type AlbumQuery = ReturnType<typeof useAlbum>

/** Preloads pictures, so that a turn does not wait. */
export const usePreloaded = (items: ReadonlyArray<GalleryItem>): void => {
  const urls = items.map(({ picture }) => picture.url).join(" ")
  useEffect(() => {
    for (const url of urls === "" ? [] : urls.split(" ")) new Image().src = url
  }, [urls])
}
