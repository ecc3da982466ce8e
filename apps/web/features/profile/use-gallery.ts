/**
 * The gallery of one profile. The tab's history decides whether it is open and with which picture
 * (gallery-entry.ts); gallery.ts holds its state.
 *
 * Invariant: closing goes back to the entry that opened it, so that no entry is left behind.
 */
import { useNavigate, useRouter } from "@tanstack/react-router"
import { type Dispatch, useEffect, useEffectEvent, useReducer } from "react"
import type { PerformerProfile } from "@foldcast/contracts/queries/performers"
import { useSite } from "../../runtime/react.tsx"
import { useAnswer } from "../../runtime/use-answer.ts"
import { isNoNude } from "../performers/performer-picture.tsx"
import { useLocale } from "../site/page-frame-context.tsx"
import { usePageLocation } from "../site/use-page-location.ts"
import { albumsResource } from "./album-resources.ts"
import { type GalleryEntry, galleryKey } from "./gallery-entry.ts"
import { profileItems } from "./gallery-items.ts"
import {
  CLOSED_GALLERY,
  gallery as nextGallery,
  type GalleryAction,
  type GalleryState,
} from "./gallery.ts"
import { fromTheSameList } from "../performers/list-entry.ts"

export interface Gallery {
  readonly gallery: GalleryState
  /** Whether this history entry opens the gallery, also if it is open already. */
  readonly isAsked: boolean
  readonly act: Dispatch<GalleryAction>
  /** Opens the gallery; if it is open already, it shows this entry instead. */
  readonly show: (entry: GalleryEntry) => void
  readonly close: () => void
}

/** The picture of an entry, once all its data have loaded. */
const useOpening = (
  profile: PerformerProfile,
  entry: GalleryEntry | undefined,
): GalleryAction | null => {
  const items = profileItems(profile, useSite(isNoNude))
  const { data } = useAnswer(albumsResource(profile.performerId, useLocale()))
  if (entry === undefined) return { _tag: "Closed" }
  const { albumId, page } = entry
  if (albumId === null) return items.length === 0 ? null : { _tag: "PicturesOpened", items, page }
  return data === undefined ? null : { _tag: "AlbumOpened", albumId, albums: data.albums }
}

/** Some browsers do not focus a clicked element; the lightbox restores the focus to the element that had it. */
const focusThumb = (key: string) => {
  document
    .querySelector<HTMLElement>(`[data-gallery="${CSS.escape(key)}"]`)
    ?.focus({ preventScroll: true })
}

export const useGallery = (profile: PerformerProfile): Gallery => {
  const router = useRouter()
  const navigate = useNavigate()
  const entry = usePageLocation().state.gallery
  const [gallery, act] = useReducer(nextGallery, CLOSED_GALLERY)
  const isOpen = gallery.display
  const opening = useOpening(profile, entry)
  const key = entry === undefined || opening === null ? null : galleryKey(entry)
  const follow = useEffectEvent(() => {
    if (key !== null && !isOpen) focusThumb(key)
    act(opening ?? { _tag: "Closed" })
  })
  useEffect(() => {
    follow()
  }, [key])

  return {
    gallery,
    isAsked: entry !== undefined,
    act,
    show: (shown) => {
      void navigate({
        to: ".",
        search: (query) => query,
        state: (here) => ({ ...fromTheSameList(here), gallery: shown }),
        replace: isOpen,
        resetScroll: false,
      })
    },
    close: () => {
      if (!isOpen) return
      act({ _tag: "Closed" })
      router.history.back()
    },
  }
}
