/**
 * What an entry of the tab's history keeps of the gallery: an entry that names something shows it, so Back closes
 * it, Forward opens it again and a reload leaves it open. Pure.
 */
export interface GalleryEntry {
  /** Null: the profile's own pictures. */
  readonly albumId: string | null
  /** Which picture is shown first, from 1. */
  readonly page: number
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    readonly gallery?: GalleryEntry
  }
}

/** Names what is shown, and with it the small picture that the focus goes back to. */
export const galleryKey = ({ albumId, page }: GalleryEntry): string =>
  albumId === null ? `picture ${page}` : `album ${albumId}`
