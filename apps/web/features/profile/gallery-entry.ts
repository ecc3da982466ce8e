/**
 * The gallery's state in a history entry: an entry that names a picture shows it, so Back closes it, Forward opens
 * it again and a reload keeps it open. Pure.
 */
export interface GalleryEntry {
  /** Null: the profile's own pictures. */
  readonly albumId: string | null
  /** The first shown picture, from 1. */
  readonly page: number
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly gallery?: GalleryEntry
  }
}

/** Identifies the shown picture and its thumbnail, to which the focus returns. */
export const galleryKey = ({ albumId, page }: GalleryEntry): string =>
  albumId === null ? `picture ${page}` : `album ${albumId}`
