/** Rows of the performer tables, and what the service answers of them. Pure. */
import { Schema } from "effect"
import type { GridPerformer, ProfileAnswer } from "@foldcast/contracts/upstream/performer-service"
import type { Locale } from "@foldcast/contracts/units"
import { OFFLINE } from "@foldcast/rules/performer-status"
import type { Performer, StoredPicture } from "./performer.ts"
import { languagesOf } from "./traits.ts"

export const StoredPictureRow = Schema.Struct({ path: Schema.String, colour: Schema.String })

/** Of rows of performer_listing, `page`, and `performers p`. */
export const GRID_COLUMNS = `p.id, p.username, page.rating, page.online_status,
  page.date_of_birth::text, page.languages, page.cybertoy, page.first_cam_session,
  page.last_cam_session,
  p.profile->'pictures'->'snapshot' AS snapshot, p.profile->'pictures'->'away' AS away,
  p.profile->'pictures'->'nonude' AS nonude`

const LISTED = {
  id: Schema.String,
  username: Schema.String,
  rating: Schema.Int,
  online_status: Schema.Int,
  date_of_birth: Schema.String,
  languages: Schema.Int,
  cybertoy: Schema.Int,
  first_cam_session: Schema.NullOr(Schema.Int),
  last_cam_session: Schema.NullOr(Schema.Int),
}
export const GridRow = Schema.Struct({
  ...LISTED,
  snapshot: Schema.NullOr(StoredPictureRow),
  away: Schema.NullOr(StoredPictureRow),
  nonude: Schema.NullOr(StoredPictureRow),
})
export type GridRow = typeof GridRow.Type

/** Written by performer-store.ts, and read by nobody else. */
export type StoredProfile = Pick<
  Performer,
  | "gender"
  | "ethnicity"
  | "hairColor"
  | "physique"
  | "shaved"
  | "piercings"
  | "breastSize"
  | "penisSize"
  | "about"
> & { readonly pictures: Omit<Performer["pictures"], "albums"> }

/** Of `performer_listing l` and `performers p`. */
export const PROFILE_COLUMNS = `p.id, p.username, l.rating, l.online_status, l.date_of_birth::text,
  l.languages, l.cybertoy, l.first_cam_session, l.last_cam_session, p.profile`
export const ProfileRow = Schema.Struct({ ...LISTED, profile: Schema.Unknown })
export type ProfileRow = typeof ProfileRow.Type

export const pictureAnswer = ({ path, colour }: StoredPicture) => ({ url: path, colour })
export const pictureOrNull = (picture: StoredPicture | null) =>
  picture === null ? null : pictureAnswer(picture)

/** Profiles that were stored before there was an away picture have none. */
const presentPicture = (
  status: number,
  {
    snapshot,
    away,
  }: { readonly snapshot: StoredPicture | null; readonly away?: StoredPicture | null },
) => pictureOrNull(status === OFFLINE ? (away ?? snapshot) : snapshot)

const listed = (row: Omit<GridRow, "snapshot" | "away" | "nonude">) => ({
  rating: row.rating,
  onlineStatus: row.online_status,
  dateOfBirth: row.date_of_birth,
  languages: languagesOf(row.languages),
  cybertoy: row.cybertoy,
  firstCamSession: row.first_cam_session,
  lastCamSession: row.last_cam_session,
})

export const gridPerformer = (row: GridRow): GridPerformer => ({
  user: { id: row.id, username: row.username },
  ...listed(row),
  snapshot: presentPicture(row.online_status, row),
  nonude: pictureOrNull(row.nonude),
})

export const profileAnswer = (row: ProfileRow, lang: Locale): ProfileAnswer => {
  const { about, pictures, ...attributes } = row.profile as StoredProfile
  return {
    id: row.id,
    username: row.username,
    ...listed(row),
    languageBitflag: row.languages,
    ...attributes,
    ...about[lang],
    snapshot: presentPicture(row.online_status, pictures),
    nonude: pictureOrNull(pictures.nonude),
    cover: pictureOrNull(pictures.cover),
    coverVideo: pictures.coverVideo,
    images: pictures.images.map(pictureAnswer),
  }
}
