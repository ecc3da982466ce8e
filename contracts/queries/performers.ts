/**
 * Read answers about performers, as the browser knows them: total records, whatever the performer service
 * left out. All of them are public and much the same for everybody, so no log holds a body: only which answer
 * was applied, by its path, its status and its body's hash (`AnswerApplied`). A body that a log cites is kept
 * once by that hash, and captures show it.
 *
 * GET /api/performers · /api/performers/:username · /api/performers/autocomplete · /api/performers/count ·
 * /api/categories · /api/albums/:performerId · /api/albums/:performerId/:albumId
 */
import { Schema } from "effect"
import { PerformerId } from "../ids.ts"
import { byPerformerText } from "../performer-texts.ts"
import { EpochMillis } from "../units.ts"

/** 0 offline, 1 online, 3 in free chat, 5 in VIP, 9 in pause: bits 1, 2, 4, 8 (GRID-48). */
export const OnlineStatus = Schema.Int.check(
  Schema.isBetween({ minimum: 0, maximum: 15 }),
).annotate({ identifier: "OnlineStatus" })

/** A picture of this site's media path, in the size it has upstream until a size is asked for. */
export const Picture = Schema.Struct({
  /** `/media/…`, or an address of another host as it came. */
  url: Schema.String,
  /** `#rrggbb`, stands in for it while it loads; null: unknown. */
  colour: Schema.NullOr(Schema.String),
}).annotate({ identifier: "Picture" })
export type Picture = typeof Picture.Type

/**
 * When what is told was so, by the gateway's clock: no later than that. A signal tells no earlier than when
 * it was so, so of a signal and an answer the one with the later time is surely the newer.
 */
const at = EpochMillis

const card = {
  performerId: PerformerId,
  username: Schema.String,
  /** 0 to 100. */
  rating: Schema.Int,
  /** A performer without one is offline (GRID-49). */
  onlineStatus: OnlineStatus,
  /** Whole years on the day of the answer. */
  age: Schema.Natural,
  /** As upstream names them: `nl`, `en`. */
  languages: Schema.Array(Schema.String),
  /** 0: no toy; any other code is one. */
  cybertoy: Schema.Natural,
  picture: Schema.NullOr(Picture),
  /** What no-nude mode shows instead (ROUTE-47). */
  nonude: Schema.NullOr(Picture),
  firstCamSession: Schema.NullOr(EpochMillis),
  lastCamSession: Schema.NullOr(EpochMillis),
}

/** One performer of a list. */
export const PerformerSummary = Schema.Struct(card).annotate({ identifier: "PerformerCard" })
export type PerformerSummary = typeof PerformerSummary.Type

/**
 * GET /api/performers?category=&filter=&order=&page=&limit=&lang=&ids= : `order` is `newest`, `rating`, `name` or left
 * out.
 *
 * GET /api/performers/autocomplete?username=&limit=&lang= : for at least three characters, at most ten performers or
 * as many as `limit` says, 60 at most, the best match first; always the one page.
 */
export const PerformersAnswer = Schema.Struct({
  at,
  performers: Schema.Array(PerformerSummary),
  /** From 1. */
  page: Schema.Natural,
  limit: Schema.Natural,
  /** Exactly when as many came as were asked for (GRID-32). */
  hasMorePages: Schema.Boolean,
}).annotate({ identifier: "PerformersAnswer" })
export type PerformersAnswer = typeof PerformersAnswer.Type

/** GET /api/performers/count?category=&filter= : 1,000 stands for that many or more. */
export const PerformerCountAnswer = Schema.Struct({ count: Schema.Natural }).annotate({
  identifier: "PerformerCountAnswer",
})
export type PerformerCountAnswer = typeof PerformerCountAnswer.Type

/** Whom a link leads to. */
export const PerformerName = Schema.Struct({ performerId: PerformerId, username: Schema.String })
export type PerformerName = typeof PerformerName.Type

const HeadedText = Schema.Struct({ title: Schema.String, content: Schema.String })

export const CategoryMeta = Schema.Struct({
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
})
export type CategoryMeta = typeof CategoryMeta.Type

export const Category = Schema.Struct({
  slug: Schema.String,
  key: Schema.String,
  position: Schema.Int,
  highlight: Schema.Struct({ active: Schema.Boolean }),
  /** In the filters' own words (rules, grid/filters). */
  filters: Schema.Record(Schema.String, Schema.Array(Schema.String)),
  /** What was not there in one language is told in the other. */
  meta: Schema.Struct({ nl: CategoryMeta, en: CategoryMeta }),
}).annotate({ identifier: "Category" })
export type Category = typeof Category.Type

/** GET /api/categories: by position; the site's own where the performer service has none. */
export const CategoriesList = Schema.Struct({ categories: Schema.Array(Category) }).annotate({
  identifier: "CategoriesList",
})
export type CategoriesList = typeof CategoriesList.Type

const text = Schema.NullOr(Schema.String)
/** 1 to 10. */
const size = Schema.NullOr(Schema.Natural)

/** Everything told of a performer besides the card (PROFILE-01); null: not told. */
export const PerformerDetails = Schema.Struct({
  dateOfBirth: Schema.String,
  ...byPerformerText(() => text),
  languageBitflag: Schema.NullOr(Schema.Natural),
  breastSize: size,
  penisSize: size,
  kinkyAttributes: Schema.Array(Schema.String),
})
export type PerformerDetails = typeof PerformerDetails.Type

/** GET /api/performers/:username. 404: there is none of that name. */
export const PerformerProfile = Schema.Struct({
  at,
  ...card,
  cover: Schema.NullOr(Picture),
  coverVideo: Schema.NullOr(Schema.String),
  images: Schema.Array(Picture),
  details: PerformerDetails,
}).annotate({ identifier: "PerformerProfile" })
export type PerformerProfile = typeof PerformerProfile.Type

export const Album = Schema.Struct({
  albumId: Schema.String,
  name: Schema.String,
  count: Schema.Natural,
  cover: Schema.NullOr(Picture),
})
export type Album = typeof Album.Type

/** GET /api/albums/:performerId */
export const AlbumsList = Schema.Struct({ albums: Schema.Array(Album) }).annotate({
  identifier: "AlbumsList",
})
export type AlbumsList = typeof AlbumsList.Type

export const Photo = Schema.Struct({
  photoId: Schema.String,
  picture: Picture,
  nonude: Schema.NullOr(Picture),
  /** Pixels of the original. */
  width: Schema.Natural,
  height: Schema.Natural,
})
export type Photo = typeof Photo.Type

/** GET /api/albums/:performerId/:albumId */
export const AlbumPhotos = Schema.Struct({
  albumId: Schema.String,
  name: Schema.String,
  photos: Schema.Array(Photo),
}).annotate({ identifier: "AlbumPhotos" })
export type AlbumPhotos = typeof AlbumPhotos.Type
