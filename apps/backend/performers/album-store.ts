/** A performer's albums and their photos. */
import { Effect, Option, Schema } from "effect"
import type { Locale } from "@foldcast/contracts/units"
import type { SqlQueries } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import type { StoredPhoto } from "./performer.ts"
import { pictureAnswer, pictureOrNull } from "./performer-rows.ts"

/** Limits of what is shown, per performer and per album. */
const MAX_ALBUMS = 100
const MAX_PHOTOS = 500

const Name = Schema.Struct({ nl: Schema.String, en: Schema.String })

/** The cover is the first photo. */
const ALBUMS = statement(
  Schema.Struct({ id: Schema.String, name: Name, count: Schema.Int, cover: Schema.Unknown }),
  `SELECT a.id, a.name,
     (SELECT count(*) FROM photos WHERE performer_id = a.performer_id AND album_id = a.id) AS count,
     (SELECT content FROM photos WHERE performer_id = a.performer_id AND album_id = a.id
      ORDER BY position LIMIT 1) AS cover
   FROM albums a WHERE a.performer_id = $1 ORDER BY a.position, a.id LIMIT $2`,
)
const ALBUM = statement(
  Schema.Struct({ name: Name }),
  "SELECT name FROM albums WHERE performer_id = $1 AND id = $2",
)
const PHOTOS = statement(
  Schema.Struct({ content: Schema.Unknown }),
  `SELECT content FROM photos WHERE performer_id = $1 AND album_id = $2
   ORDER BY position LIMIT $3`,
)

export const albumsOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  performerId: string,
  lang: Locale,
) {
  const rows = yield* queries.query(ALBUMS, [performerId, MAX_ALBUMS])
  return rows.map(({ id, name, count, cover }) => ({
    id,
    name: name[lang],
    count: Math.min(count, MAX_PHOTOS),
    cover: cover === null ? null : pictureAnswer((cover as StoredPhoto).picture),
  }))
})

export const albumOf = Effect.fnUntraced(function* (
  queries: SqlQueries,
  performerId: string,
  albumId: string,
  lang: Locale,
) {
  const [album] = yield* queries.query(ALBUM, [performerId, albumId])
  if (album === undefined) return Option.none()
  const rows = yield* queries.query(PHOTOS, [performerId, albumId, MAX_PHOTOS])
  const photos = rows.map(({ content }) => {
    const { id, picture, nonude, width, height } = content as StoredPhoto
    return { id, picture: pictureAnswer(picture), nonude: pictureOrNull(nonude), width, height }
  })
  return Option.some({ id: albumId, name: album.name[lang], photos })
})
