/**
 * The pictures of a profile that the gallery shows. In no-nude mode these are only the pictures made for it: a
 * picture without such a variant is left out (ROUTE-47). Pure.
 */
import type { AlbumPhotos, PerformerProfile } from "@foldcast/contracts/queries/performers"
import { shownPicture } from "../performers/shown-picture.ts"
import type { GalleryItem } from "./gallery.ts"

/** The profile's own pictures have no such variant. */
export const profileItems = (
  { images }: Pick<PerformerProfile, "images">,
  noNude: boolean,
): ReadonlyArray<GalleryItem> =>
  noNude ? [] : images.map((picture) => ({ id: picture.url, picture, width: null, height: null }))

export const albumItems = (
  { photos }: Pick<AlbumPhotos, "photos">,
  noNude: boolean,
): ReadonlyArray<GalleryItem> =>
  photos.flatMap((photo) => {
    const picture = shownPicture(photo, noNude)
    const { photoId: id, width, height } = photo
    return picture === null ? [] : [{ id, picture, width, height }]
  })
