/** A performer's albums, and one album with its photos, as resources. Pure. */
import type { AlbumPhotos, AlbumsList } from "@foldcast/contracts/queries/performers"
import type { Locale } from "@foldcast/contracts/units"
import { albumPath, albumsPath } from "@foldcast/rules/grid/resources"
import type { Resource } from "../../runtime/queries.ts"
import { readAlbumPhotos, readAlbums } from "../performers/profile-answers.ts"

export const albumsResource = (performerId: string, locale: Locale): Resource<AlbumsList> => ({
  path: albumsPath(performerId, locale),
  read: readAlbums,
})

export const albumResource = (
  performerId: string,
  albumId: string,
  locale: Locale,
): Resource<AlbumPhotos> => ({
  path: albumPath(performerId, albumId, locale),
  read: readAlbumPhotos,
})
