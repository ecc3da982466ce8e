/** Performers, their albums and their status in the database. */
import { Array as Arr, Effect, Schema } from "effect"
import { lookOf } from "@foldcast/rules/names/look-alike"
import { plainLetters } from "@foldcast/rules/names/plain-letters"
import type { SqlQueries } from "../db/database.ts"
import { voidStatement, statement } from "../db/statement.ts"
import type { Performer } from "./performer.ts"
import { PROFILE_COLUMNS, ProfileRow, type StoredProfile } from "./performer-rows.ts"
import { insertNameEnds } from "./searched-names.ts"
import { languageBits, maskOf, traitPlacesOf } from "./traits.ts"

/** An existing id or name is left as it is. Each statement takes many rows as JSON. */
const INSERT = statement(
  Schema.Struct({ id: Schema.String }),
  `INSERT INTO performers (id, username, username_key, look, plain_name, profile)
   SELECT id, username, username_key, look, plain_name, profile FROM jsonb_to_recordset($1::jsonb)
     AS one (id text, username text, username_key text, look text, plain_name text, profile jsonb)
   ON CONFLICT DO NOTHING RETURNING id`,
)
const LIST = voidStatement(
  `INSERT INTO performer_listing (performer_id, first_cam_session, last_cam_session, traits,
     date_of_birth, online_status, languages, rating, cybertoy, trait_list, plain_name)
   SELECT id, first_session, last_session, traits, born, status, languages, rating, toy,
     places::smallint[], plain_name
   FROM jsonb_to_recordset($1::jsonb)
     AS one (id text, first_session bigint, last_session bigint, traits bigint, born date,
             status smallint, languages smallint, rating smallint, toy smallint, places text,
             plain_name text)`,
)
const ALBUMS = voidStatement(
  `INSERT INTO albums (performer_id, id, position, name)
   SELECT performer_id, id, position, name FROM jsonb_to_recordset($1::jsonb)
     AS one (performer_id text, id text, position smallint, name jsonb)`,
)
const PHOTOS = voidStatement(
  `INSERT INTO photos (performer_id, album_id, position, content)
   SELECT performer_id, album_id, position, content FROM jsonb_to_recordset($1::jsonb)
     AS one (performer_id text, album_id text, position smallint, content jsonb)`,
)
/** Without statistics the planner takes every filter for a rare one. */
const TAKE_STOCK = voidStatement("ANALYZE performers, performer_listing, performer_name_ends")
/** Every status change leaves a dead row, which the embedded database does not vacuum by itself. */
const TIDY = voidStatement("VACUUM (ANALYZE) performer_listing")
const SET_STATUS = voidStatement(
  `UPDATE performer_listing SET online_status = now.status,
     last_cam_session = CASE WHEN now.status <> 0 OR online_status <> 0
       THEN greatest(coalesce(last_cam_session, 0), now.at) ELSE last_cam_session END,
     first_cam_session = CASE WHEN now.status <> 0
       THEN coalesce(first_cam_session, now.at) ELSE first_cam_session END
   FROM (SELECT $2::smallint AS status, $3::bigint AS at) now
   WHERE performer_id = $1`,
)
export const PROFILE = statement(
  ProfileRow,
  `SELECT ${PROFILE_COLUMNS} FROM performers p JOIN performer_listing l ON l.performer_id = p.id
   WHERE p.id = $1`,
)

const NAMED = statement(
  Schema.Struct({ id: Schema.String, online_status: Schema.Int }),
  `SELECT p.id, l.online_status FROM performers p JOIN performer_listing l ON l.performer_id = p.id
   WHERE p.username_key = $1`,
)

const storedOf = (performer: Performer): StoredProfile => {
  const { gender, ethnicity, hairColor, physique, shaved, piercings } = performer
  const { breastSize, penisSize, about } = performer
  const { albums: _, ...pictures } = performer.pictures
  const attributes = { gender, ethnicity, hairColor, physique, shaved, piercings }
  return { ...attributes, breastSize, penisSize, about, pictures }
}

const rowOf = (performer: Performer) => ({
  id: performer.id,
  username: performer.username,
  username_key: performer.username.toLowerCase(),
  look: lookOf(performer.username),
  plain_name: plainLetters(performer.username),
  profile: storedOf(performer),
})

const listingOf = (performer: Performer) => {
  const places = traitPlacesOf(performer)
  return {
    id: performer.id,
    first_session: performer.firstCamSession,
    last_session: performer.lastCamSession,
    traits: maskOf(places),
    born: performer.dateOfBirth,
    status: performer.onlineStatus,
    languages: languageBits(performer.languages),
    rating: performer.rating,
    toy: performer.cybertoy,
    places: `{${places.join(",")}}`,
    plain_name: plainLetters(performer.username),
  }
}

const albumsOf = ({ id, pictures }: Performer) =>
  pictures.albums.map((album, position) => ({
    performer_id: id,
    id: album.id,
    position,
    name: album.name,
  }))

const photosOf = ({ id, pictures }: Performer) =>
  pictures.albums.flatMap((album) =>
    album.photos.map((content, position) => ({
      performer_id: id,
      album_id: album.id,
      position,
      content,
    })),
  )

const AT_ONCE = 500

/** Inserts only where absent. */
export const insertPerformers = Effect.fn("performers.insert")(function* (
  queries: SqlQueries,
  performers: ReadonlyArray<Performer>,
) {
  for (let start = 0; start < performers.length; start += AT_ONCE) {
    const some = performers.slice(start, start + AT_ONCE)
    const inserted = yield* queries.query(INSERT, [JSON.stringify(some.map(rowOf))])
    const ids = new Set(inserted.map(({ id }) => id))
    const fresh = some.filter(({ id }) => ids.has(id))
    yield* queries.query(LIST, [JSON.stringify(fresh.map(listingOf))])
    yield* insertNameEnds(queries, fresh)
    yield* queries.query(ALBUMS, [JSON.stringify(fresh.flatMap(albumsOf))])
    yield* queries.query(PHOTOS, [JSON.stringify(fresh.flatMap(photosOf))])
  }
  yield* queries.query(TAKE_STOCK)
})

/** A session begins or continues with a status other than 0, and ends with 0, at `at`. */
export const setOnlineStatus = (queries: SqlQueries, id: string, bits: number, at: Date) =>
  queries.query(SET_STATUS, [id, bits, at.getTime()])

/** Not inside a transaction. */
export const tidyPerformers = (queries: SqlQueries) => queries.query(TIDY)

/** The performer of this name, regardless of case; null where there is none. */
export const performerByName = (queries: SqlQueries, username: string) =>
  Effect.map(queries.query(NAMED, [username.toLowerCase()]), ([row]) => row ?? null)

export const profileById = (queries: SqlQueries, id: string) =>
  Effect.map(queries.query(PROFILE, [id]), Arr.head)
