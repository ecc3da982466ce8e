/**
 * The performer service, with the upstream's names verbatim. Excess fields are ignored; missing or wrong ones
 * refuse the answer. Unconfirmed assumptions are numbered in docs/upstream-assumptions.md.
 *
 * Calls carry the API key in a header, and `lang` and `noNude` in the query.
 */
import { Schema } from "effect"
import { byPerformerText } from "../performer-texts.ts"
import { EpochMillis } from "../units.ts"
import { UpstreamId, UpstreamPerformerId } from "./member-api.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
/** A calendar date, `2001-12-31`. */
export const CalendarDate = Schema.String.check(Schema.isPattern(/^\d{4}-\d{2}-\d{2}$/u))
/** 0 to 100. */
const Rating = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))
/** 0 offline, 1 online (live), 3 in free, 5 in VIP, 9 in pause: bits 1, 2, 4 and 8 (GRID-48). */
export const UpstreamOnlineStatus = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 15 }))
/** 0 none; any other code is a toy. */
const ToyCode = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 15 }))

/** A picture on a media host, with a placeholder colour for the time while it loads. */
export const UpstreamPicture = Schema.Struct({
  url: Schema.String.check(Schema.isMaxLength(500)),
  /** `#rrggbb` */
  colour: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^#[0-9a-f]{6}$/u))),
}).annotate({ identifier: "UpstreamPicture" })

/** The most performers on one page of GET user/find. */
export const MAX_PAGE_SIZE = 100

/** One performer of a list. */
export const GridPerformer = Schema.Struct({
  user: Schema.Struct({ id: UpstreamPerformerId, username: Name }),
  rating: Rating,
  /** Missing: offline (GRID-49). Wins over `onlineState`. */
  onlineStatus: Schema.optionalKey(UpstreamOnlineStatus),
  onlineState: Schema.optionalKey(UpstreamOnlineStatus),
  dateOfBirth: CalendarDate,
  languages: Schema.Array(Schema.String),
  cybertoy: ToyCode,
  snapshot: Schema.NullOr(UpstreamPicture),
  /** The picture for no-nude mode. */
  nonude: Schema.NullOr(UpstreamPicture),
  firstCamSession: Schema.NullOr(EpochMillis),
  lastCamSession: Schema.NullOr(EpochMillis),
}).annotate({ identifier: "GridPerformer" })
export type GridPerformer = typeof GridPerformer.Type

/**
 * GET user/find. Query: `page` from 1, `limit`; `ordering` is `free,lastCamSession,language,rating`, with `language`
 * for it, or `firstCamSession`, `rating` or `username` (rules, grid/orders); filters by their names, several
 * values separated by commas: `gender`, `age` (bands, `18-24`), `languages`, `ethnicity`, `hairColor`,
 * `physique`, `breastSize`, `penisSize`, `shaved`, `piercings`, `onlineStatus` (names), `cybertoy`
 * (codes), `firstCamSessionWithin` (milliseconds); `username` for one performer; `ids` for many.
 */
export const FindAnswer = Schema.Struct({
  performers: Schema.Array(GridPerformer),
}).annotate({ identifier: "FindAnswer" })

/** GET user/count, with the filters of user/find. */
export const CountAnswer = Schema.Struct({ count: Schema.Natural }).annotate({
  identifier: "CountAnswer",
})

/**
 * GET user/autocomplete?username=&limit= : names that begin with it first, then names that hold it, then those with one
 * typing error in it; at most 10, or `limit`, 60 at most.
 */
export const AutocompleteAnswer = Schema.Struct({
  performers: Schema.Array(Schema.Struct({ id: UpstreamPerformerId, username: Name })),
}).annotate({ identifier: "AutocompleteAnswer" })

const HeadedText = Schema.Struct({ title: Schema.String, content: Schema.String })

/** GET featured/categories */
export const UpstreamCategory = Schema.Struct({
  slug: Schema.String.check(Schema.isPattern(/^[a-z0-9-]{1,60}$/u)),
  key: Name,
  position: Schema.Int,
  highlight: Schema.Struct({ active: Schema.Boolean }),
  /** The same filters as in the query of user/find. */
  filters: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  /** By language. */
  meta: Schema.Record(
    Schema.String,
    Schema.Struct({
      name: Schema.String,
      mobileImageBg: Schema.NullOr(Schema.String),
      main: HeadedText,
      h2Tabs: Schema.Array(
        Schema.Struct({
          tab: Schema.String,
          title: Schema.String,
          content: Schema.String,
          image: Schema.NullOr(Schema.String),
        }),
      ),
    }),
  ),
}).annotate({ identifier: "UpstreamCategory" })
export type UpstreamCategory = typeof UpstreamCategory.Type
export const CategoriesAnswer = Schema.Array(UpstreamCategory).annotate({
  identifier: "CategoriesAnswer",
})

const text = Schema.optionalKey(Schema.NullOr(Schema.String))
const list = Schema.optionalKey(Schema.Array(Schema.String))
const size = Schema.optionalKey(
  Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 10 }))),
)

/** GET profile/{id}. Most fields are absent where the profile has no value (UA28). */
export const ProfileAnswer = Schema.Struct({
  id: UpstreamPerformerId,
  username: Name,
  dateOfBirth: CalendarDate,
  rating: Rating,
  onlineStatus: Schema.optionalKey(UpstreamOnlineStatus),
  onlineState: Schema.optionalKey(UpstreamOnlineStatus),
  languages: Schema.Array(Schema.String),
  ...byPerformerText(() => text),
  languageBitflag: Schema.optionalKey(Schema.Int),
  cybertoy: ToyCode,
  snapshot: Schema.NullOr(UpstreamPicture),
  nonude: Schema.NullOr(UpstreamPicture),
  cover: Schema.NullOr(UpstreamPicture),
  coverVideo: Schema.NullOr(Schema.String),
  images: Schema.Array(UpstreamPicture),
  firstCamSession: Schema.NullOr(EpochMillis),
  lastCamSession: Schema.NullOr(EpochMillis),
  breastSize: size,
  penisSize: size,
  kinkyAttributes: list,
}).annotate({ identifier: "ProfileAnswer" })
export type ProfileAnswer = typeof ProfileAnswer.Type

const Album = Schema.Struct({
  id: UpstreamId,
  name: Schema.String,
  count: Schema.Natural,
  cover: Schema.NullOr(UpstreamPicture),
})

/** GET /media/albums/{performerId} */
export const AlbumsAnswer = Schema.Struct({ albums: Schema.Array(Album) }).annotate({
  identifier: "AlbumsAnswer",
})

/** GET /media/album/{performerId}/{albumId} */
export const UpstreamAlbumAnswer = Schema.Struct({
  id: UpstreamId,
  name: Schema.String,
  photos: Schema.Array(
    Schema.Struct({
      id: UpstreamId,
      picture: UpstreamPicture,
      nonude: Schema.NullOr(UpstreamPicture),
      /** CSS pixels of the original. */
      width: Schema.Natural,
      height: Schema.Natural,
    }),
  ),
}).annotate({ identifier: "AlbumAnswer" })
