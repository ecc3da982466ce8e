/** A performer as this service stores her: columns for what can be filtered by, JSON for the rest. Pure. */
import type { PerformerText } from "@foldcast/contracts/performer-texts"
import type { Locale } from "@foldcast/contracts/units"
import type {
  Ethnicity,
  Gender,
  HairColour,
  PerformerLanguage,
  Physique,
  Piercings,
  Shaved,
} from "@foldcast/rules/performer-attributes"

export interface StoredPicture {
  /** On the media host, `/media/{performerId}/snapshots/{n}.jpg`. */
  readonly path: string
  /** `#rrggbb`, in lower case. */
  readonly colour: string
}

export interface StoredPhoto {
  /** Unique in its album. */
  readonly id: string
  readonly picture: StoredPicture
  readonly nonude: StoredPicture | null
  /** Pixels of the original. */
  readonly width: number
  readonly height: number
}

export interface StoredAlbum {
  /** Unique for the performer. */
  readonly id: string
  readonly name: Readonly<Record<Locale, string>>
  /** In their order. */
  readonly photos: ReadonlyArray<StoredPhoto>
}

export interface StoredPictures {
  readonly snapshot: StoredPicture | null
  /** The snapshot for no-nude mode. */
  readonly nonude: StoredPicture | null
  /** Shown in the snapshot's place while she is offline; null: the snapshot is. */
  readonly away: StoredPicture | null
  readonly cover: StoredPicture | null
  /** A path like a picture's. */
  readonly coverVideo: string | null
  readonly images: ReadonlyArray<StoredPicture>
  readonly albums: ReadonlyArray<StoredAlbum>
}

/** What a performer tells about herself in words and is not filtered by. */
export type AboutText = Exclude<PerformerText, keyof Performer>

/** In one language; missing texts are left out (UA28). */
export type About = { readonly [Name in AboutText]?: string } & {
  readonly kinkyAttributes?: ReadonlyArray<string>
}

export interface Performer {
  readonly id: string
  /** Unique without case. */
  readonly username: string
  /** `2001-12-31` */
  readonly dateOfBirth: string
  readonly gender: Gender
  /** 0 to 100 */
  readonly rating: number
  /** One of STATUSES; 0 is offline. */
  readonly onlineStatus: number
  readonly languages: ReadonlyArray<PerformerLanguage>
  /** 0 none; any other code, up to 15, is a toy. */
  readonly cybertoy: number
  /** Milliseconds since 1970. */
  readonly firstCamSession: number | null
  readonly lastCamSession: number | null
  readonly ethnicity: Ethnicity | null
  readonly hairColor: HairColour | null
  readonly physique: Physique | null
  readonly shaved: Shaved | null
  readonly piercings: Piercings | null
  /** 1 to 10 */
  readonly breastSize: number | null
  readonly penisSize: number | null
  readonly about: Readonly<Record<Locale, About>>
  readonly pictures: StoredPictures
}
