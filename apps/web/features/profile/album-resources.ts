/** A performer's albums, and one of them with its photos, as resources. Pure. */
import type { AlbumPhotos, AlbumsList } from "@foldcast/contracts/queries/performers"
import { albumPath, albumsPath } from "@foldcast/rules/grid/resources"
import type { Resource } from "../../runtime/queries.ts"
import { readAlbumPhotos, readAlbums } from "../performers/profile-answers.ts"

export const albumsResource = (performerId: string): Resource<AlbumsList> => ({
  path: albumsPath(performerId),
  read: readAlbums,
})

export const albumResource = (performerId: string, albumId: string): Resource<AlbumPhotos> => ({
  path: albumPath(performerId, albumId),
  read: readAlbumPhotos,
})
