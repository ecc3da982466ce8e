/** Maps albums and their photos to the browser's form. Pure. */
import type { AlbumPhotos, AlbumsList } from "@foldcast/contracts/queries/performers"
import type {
  UpstreamAlbumAnswer,
  AlbumsAnswer,
} from "@foldcast/contracts/upstream/performer-service"
import type { PictureHosts } from "./media-path.ts"
import { pictureShape } from "./performer-shapes.ts"

export const albumsShape = (told: typeof AlbumsAnswer.Type, hosts: PictureHosts): AlbumsList => ({
  albums: told.albums.map(({ id, name, count, cover }) => ({
    albumId: String(id),
    name,
    count,
    cover: pictureShape(cover, hosts),
  })),
})

/** Drops photos whose picture browsers may not load. */
export const albumShape = (
  told: typeof UpstreamAlbumAnswer.Type,
  hosts: PictureHosts,
): AlbumPhotos => ({
  albumId: String(told.id),
  name: told.name,
  photos: told.photos.flatMap(({ id, picture, nonude, width, height }) => {
    const shown = pictureShape(picture, hosts)
    return shown === null
      ? []
      : [
          {
            photoId: String(id),
            picture: shown,
            nonude: pictureShape(nonude, hosts),
            width,
            height,
          },
        ]
  }),
})
