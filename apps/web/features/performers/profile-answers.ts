/**
 * Hand-written readers of a profile, the albums and an album's photos (contracts, queries/performers). Separate
 * from answers.ts, so that only profile pages load them. Pure.
 */
import type {
  Album,
  AlbumPhotos,
  AlbumsList,
  PerformerDetails,
  PerformerProfile,
  Photo,
} from "@foldcast/contracts/queries/performers"
import { byPerformerText } from "@foldcast/contracts/performer-texts"
import type { ReadBody } from "../../runtime/queries.ts"
import { type Is, isNumber, isText, readList, orNull, reader, readRecord } from "./answer-checks.ts"
import { CARD_CHECKS, isPicture } from "./answers.ts"

const text = orNull(isText)
const size = orNull(isNumber)

const isDetails: Is<PerformerDetails> = readRecord<PerformerDetails>({
  ...byPerformerText(() => text),
  dateOfBirth: isText,
  languageBitflag: size,
  breastSize: size,
  penisSize: size,
  kinkyAttributes: readList(isText),
})

export const readProfile: ReadBody<PerformerProfile> = reader(
  readRecord<PerformerProfile>({
    at: isNumber,
    ...CARD_CHECKS,
    cover: orNull(isPicture),
    coverVideo: text,
    images: readList(isPicture),
    details: isDetails,
  }),
)

export const readAlbums: ReadBody<AlbumsList> = reader(
  readRecord<AlbumsList>({
    albums: readList(
      readRecord<Album>({
        albumId: isText,
        name: isText,
        count: isNumber,
        cover: orNull(isPicture),
      }),
    ),
  }),
)

export const readAlbumPhotos: ReadBody<AlbumPhotos> = reader(
  readRecord<AlbumPhotos>({
    albumId: isText,
    name: isText,
    photos: readList(
      readRecord<Photo>({
        photoId: isText,
        picture: isPicture,
        nonude: orNull(isPicture),
        width: isNumber,
        height: isNumber,
      }),
    ),
  }),
)
