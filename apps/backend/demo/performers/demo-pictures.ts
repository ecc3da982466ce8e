/** The pictures of one of the demo world, with the colours that stand in for them. Pure. */
import { pictureUrl } from "../../media/picture-name.ts"
import { dimensionsOf, dominantColour } from "../../media/portrait.ts"
import type {
  StoredAlbum,
  StoredPhoto,
  StoredPicture,
  StoredPictures,
} from "../../performers/performer.ts"
import type { SeededRandom } from "../../seeded-random.ts"
import { ALBUM_NAMES } from "./phrases.ts"

const pictureOf = (owner: string, name: string, plain: boolean): StoredPicture => {
  const picture = { owner, name, plain }
  return { path: pictureUrl(picture), colour: dominantColour(picture) }
}

const photoOf = (owner: string, name: string): StoredPhoto => ({
  id: name,
  picture: pictureOf(owner, name, false),
  nonude: pictureOf(owner, name, true),
  ...dimensionsOf({ owner, name, plain: false }),
})

/** Photos are numbered through all albums, from 1. */
const albumsOf = (random: SeededRandom, owner: string): ReadonlyArray<StoredAlbum> => {
  let last = 0
  return random.some(ALBUM_NAMES, random.whole(0, 3)).map((name, index) => ({
    id: String(index + 1),
    name,
    photos: Array.from({ length: random.whole(3, 8) }, () => {
      last += 1
      return photoOf(owner, String(last))
    }),
  }))
}

/** Shown on the profile itself, at most. */
const IMAGES = 4

export const demoPictures = (random: SeededRandom, owner: string): StoredPictures => {
  const albums = albumsOf(random, owner)
  return {
    snapshot: pictureOf(owner, "0", false),
    nonude: pictureOf(owner, "0", true),
    away: pictureOf(owner, "away", false),
    cover: pictureOf(owner, "cover", false),
    coverVideo: null,
    images: albums.flatMap(({ photos }) => photos.map(({ picture }) => picture)).slice(0, IMAGES),
    albums,
  }
}
