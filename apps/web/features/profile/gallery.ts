/**
 * The gallery viewer's state (PROFILE-10): whether it is open, whether there is more than one picture, the current
 * picture, all pictures and the albums. Pure.
 *
 * Invariants: `page` is the number of an item, or 1 where there is none; `pagination` is true exactly when there
 * are at least two; the answer for an album that is no longer open changes nothing.
 */
import type { Album, Picture } from "@foldcast/contracts/queries/performers"

export interface GalleryItem {
  readonly id: string
  readonly picture: Picture
  /** Pixels of the original; null: unknown. */
  readonly width: number | null
  readonly height: number | null
}

export interface GalleryState {
  readonly display: boolean
  readonly pagination: boolean
  /** From 1. */
  readonly page: number
  readonly items: ReadonlyArray<GalleryItem>
  readonly albums: ReadonlyArray<Album>
  /** The album of these pictures; null: those of the profile itself. */
  readonly albumId: string | null
}

export type GalleryAction =
  /** The album's pictures may arrive later. */
  | {
      readonly _tag: "AlbumOpened"
      readonly albumId: string
      readonly albums: GalleryState["albums"]
    }
  | {
      readonly _tag: "PicturesOpened"
      readonly items: GalleryState["items"]
      readonly page: number
    }
  | {
      readonly _tag: "ItemsCame"
      readonly albumId: string
      readonly items: GalleryState["items"]
    }
  | { readonly _tag: "WentTo"; readonly page: number }
  | { readonly _tag: "Closed" }

export const CLOSED_GALLERY: GalleryState = {
  display: false,
  pagination: false,
  page: 1,
  items: [],
  albums: [],
  albumId: null,
}

const within = (page: number, items: GalleryState["items"]) =>
  Math.max(1, Math.min(page, items.length))

const withItems = (
  state: GalleryState,
  items: GalleryState["items"],
  page: number,
): GalleryState => ({
  ...state,
  items,
  pagination: items.length > 1,
  page: within(page, items),
})

export const gallery = (state: GalleryState, action: GalleryAction): GalleryState => {
  switch (action._tag) {
    case "AlbumOpened": {
      const { albumId, albums } = action
      return { ...CLOSED_GALLERY, display: true, albums, albumId }
    }
    case "PicturesOpened":
      return withItems({ ...CLOSED_GALLERY, display: true }, action.items, action.page)
    case "ItemsCame":
      return action.albumId === state.albumId ? withItems(state, action.items, state.page) : state
    case "WentTo": {
      const page = within(action.page, state.items)
      return page === state.page ? state : { ...state, page }
    }
    case "Closed":
      // The picture stays during the closing animation.
      return state.display ? { ...state, display: false } : state
  }
}

export type Turn = "first" | "previous" | "next" | "last"

/** After the last comes the first, and the other way round. */
export const turned = ({ page, items }: GalleryState, turn: Turn): GalleryAction => {
  const last = items.length
  const pages = {
    first: 1,
    previous: page === 1 ? last : page - 1,
    next: page === last ? 1 : page + 1,
    last,
  } as const
  return { _tag: "WentTo", page: pages[turn] }
}

const TURNS: Readonly<Record<string, Turn>> = {
  Home: "first",
  ArrowLeft: "previous",
  ArrowRight: "next",
  End: "last",
}
const MIRRORED: Readonly<Record<string, Turn>> = {
  ...TURNS,
  ArrowLeft: "next",
  ArrowRight: "previous",
}

/** Null: the key has no meaning in the gallery. */
export const turnOfKey = (key: string, isRightToLeft: boolean): Turn | null => {
  const turns = isRightToLeft ? MIRRORED : TURNS
  return Object.hasOwn(turns, key) ? (turns[key] ?? null) : null
}

/** The pictures on both sides, to preload. */
export const besides = (state: GalleryState): ReadonlyArray<GalleryItem> => {
  if (!state.pagination) return []
  const { page, items } = state
  const both = [items.at(page - 2), items[page % items.length]]
  return [...new Set(both)].filter((item) => item !== undefined)
}
