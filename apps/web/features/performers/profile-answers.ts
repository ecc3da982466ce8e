/**
 * A profile, the albums and an album's photos, read by hand (contracts, queries/performers). Apart from
 * answers.ts, so that only who opens a profile loads it. Caller: the profile. Pure.
 */
import type {
  Album,
  AlbumPhotos,
  AlbumsList,
  PerformerDetails,
  PerformerProfile,
  Photo,
} from "@foldcast/contracts/queries/performers"
import type { ReadBody } from "../../runtime/queries.ts"
import { type Is, isNumber, isText, listOf, orNull, reader, recordOf } from "./answer-checks.ts"
import { CARD_CHECKS, isPicture } from "./answers.ts"

const text = orNull(isText)
const size = orNull(isNumber)

const isDetails: Is<PerformerDetails> = recordOf<PerformerDetails>({
  dateOfBirth: isText,
  languageBitflag: size,
  city: text,
  description: text,
  breastSize: size,
  penisSize: size,
  decency: text,
  drinks: text,
  ethnicity: text,
  eyeColor: text,
  food: text,
  gender: text,
  hairColor: text,
  hobbies: text,
  kinkyAttributes: listOf(isText),
  lifeGoal: text,
  luckyNumber: text,
  manType: text,
  motto: text,
  music: text,
  nicestAboutMe: text,
  nicestAboutMen: text,
  orientation: text,
  personality: text,
  pets: text,
  physique: text,
  piercings: text,
  relationship: text,
  sexLocation: text,
  sexPosition: text,
  sexualPreference: text,
  shaved: text,
  showType: text,
  smoking: text,
  tattoo: text,
  turnoff: text,
  webcamming: text,
  zodiac: text,
})

export const readProfile: ReadBody<PerformerProfile> = reader(
  recordOf<PerformerProfile>({
    ...CARD_CHECKS,
    cover: orNull(isPicture),
    coverVideo: text,
    images: listOf(isPicture),
    details: isDetails,
  }),
)

export const readAlbums: ReadBody<AlbumsList> = reader(
  recordOf<AlbumsList>({
    albums: listOf(
      recordOf<Album>({ albumId: isText, name: isText, count: isNumber, cover: orNull(isPicture) }),
    ),
  }),
)

export const readAlbumPhotos: ReadBody<AlbumPhotos> = reader(
  recordOf<AlbumPhotos>({
    albumId: isText,
    name: isText,
    photos: listOf(
      recordOf<Photo>({
        photoId: isText,
        picture: isPicture,
        nonude: orNull(isPicture),
        width: isNumber,
        height: isNumber,
      }),
    ),
  }),
)
