import { describe, expect, it } from "vitest"
import {
  besides,
  CLOSED_GALLERY,
  gallery,
  type GalleryAction,
  type GalleryItem,
  type GalleryState,
  type Turn,
  turned,
  turnOfKey,
} from "./gallery.ts"

const item = (id: string): GalleryItem => ({
  id,
  picture: { url: `/media/snapshots/${id}.jpg`, colour: null },
  width: null,
  height: null,
})
const ITEMS = ["a", "b", "c"].map(item)
const ALBUMS = [
  { albumId: "1", name: "Vakantie", count: 3, cover: null },
  { albumId: "2", name: "Studio", count: 1, cover: null },
]

const after = (...actions: ReadonlyArray<GalleryAction>): GalleryState =>
  actions.reduce(gallery, CLOSED_GALLERY)
const opened = (page: number) => after({ _tag: "PicturesOpened", items: ITEMS, page })
const turn = (state: GalleryState, ...turns: ReadonlyArray<Turn>) =>
  turns.reduce((now, to) => gallery(now, turned(now, to)), state)

describe("the gallery viewer", () => {
  it("holds display, pagination flag, page, items and albums [PROFILE-10]", () => {
    expect(CLOSED_GALLERY).toMatchObject({
      display: false,
      pagination: false,
      page: 1,
      items: [],
      albums: [],
    })
    expect(opened(2)).toMatchObject({ display: true, pagination: true, page: 2, items: ITEMS })
    const album = after(
      { _tag: "AlbumOpened", albumId: "2", albums: ALBUMS },
      { _tag: "ItemsCame", albumId: "2", items: [item("z")] },
    )
    expect(album).toMatchObject({ display: true, pagination: false, page: 1, albums: ALBUMS })
    expect(album.items).toEqual([item("z")])
  })

  it("waits for an album's pictures, and takes no other album's", () => {
    const waiting = after({ _tag: "AlbumOpened", albumId: "2", albums: ALBUMS })
    expect(waiting).toMatchObject({ display: true, items: [], page: 1 })
    expect(gallery(waiting, { _tag: "ItemsCame", albumId: "1", items: ITEMS })).toBe(waiting)
    const profile = opened(1)
    expect(gallery(profile, { _tag: "ItemsCame", albumId: "1", items: [] })).toBe(profile)
  })

  it("turns from page to page and around both ends", () => {
    expect(turn(opened(1), "next").page).toBe(2)
    expect(turn(opened(1), "next", "next", "next").page).toBe(1)
    expect(turn(opened(1), "previous").page).toBe(3)
    expect(turn(opened(2), "last").page).toBe(3)
    expect(turn(opened(2), "first").page).toBe(1)
  })

  it("never names a page that does not exist", () => {
    expect(opened(9).page).toBe(3)
    expect(opened(0).page).toBe(1)
    expect(gallery(opened(1), { _tag: "WentTo", page: 7 }).page).toBe(3)
    const empty = after({ _tag: "PicturesOpened", items: [], page: 1 })
    expect(turn(empty, "next", "previous", "last", "first")).toMatchObject({ page: 1, items: [] })
    const third = after(
      { _tag: "AlbumOpened", albumId: "1", albums: ALBUMS },
      { _tag: "ItemsCame", albumId: "1", items: ITEMS },
      { _tag: "WentTo", page: 3 },
      { _tag: "ItemsCame", albumId: "1", items: ITEMS.slice(0, 1) },
    )
    expect(third).toMatchObject({ page: 1, pagination: false })
  })

  it("keeps what it showed while it closes, and begins anew when it opens", () => {
    const closed = gallery(opened(2), { _tag: "Closed" })
    expect(closed).toEqual({ ...opened(2), display: false })
    expect(gallery(closed, { _tag: "Closed" })).toBe(closed)
    const again = gallery(closed, { _tag: "AlbumOpened", albumId: "1", albums: ALBUMS })
    expect(again).toMatchObject({ display: true, page: 1, items: [], albumId: "1" })
  })

  it("knows which picture the next turn shows", () => {
    expect(besides(opened(1))).toEqual([item("c"), item("b")])
    expect(besides(opened(2))).toEqual([item("a"), item("c")])
    const two = after({ _tag: "PicturesOpened", items: ITEMS.slice(0, 2), page: 1 })
    expect(besides(two)).toEqual([item("b")])
    expect(besides(after({ _tag: "PicturesOpened", items: [item("a")], page: 1 }))).toEqual([])
  })

  it("is turned by arrows, Home and End, mirrored in a right-to-left page", () => {
    const keys = ["Home", "ArrowLeft", "ArrowRight", "End", "a", "toString"]
    expect(keys.map((key) => turnOfKey(key, false))).toEqual([
      "first",
      "previous",
      "next",
      "last",
      null,
      null,
    ])
    expect(turnOfKey("ArrowLeft", true)).toBe("next")
    expect(turnOfKey("ArrowRight", true)).toBe("previous")
    expect(turnOfKey("Home", true)).toBe("first")
  })
})
