/**
 * The pictures that exist, by owner and name, and their addresses: `/media/{owner}/snapshots/{name}.jpg`, with
 * `-nonude` after the name for no-nude mode, and a size segment before `snapshots` for another size than the
 * picture's own. Pure.
 *
 * Invariant: what is read here consists of letters, digits and our own names, so it can be part of a file's name.
 */
import { isPerformerId } from "@foldcast/contracts/performer-id"
import { isPictureSize, type PictureSize } from "@foldcast/rules/image-url"

export interface PictureName {
  readonly owner: string
  /** `0` the snapshot, `away` the one for while she is offline, `1` and on the photos, `cover`. */
  readonly name: string
  /** The variant for no-nude mode. */
  readonly plain: boolean
}

/** Null: the picture's own size. */
export interface SizedPicture {
  readonly picture: PictureName
  readonly size: PictureSize | null
}

/** Photos of one owner, at most: albums 0 to 3 with 3 to 8 each. */
export const MAX_PHOTOS = 24

const FILE = /^(?<name>cover|away|0|[1-9]\d?)(?<plain>-nonude)?\.jpg$/u

export const pictureUrl = ({ owner, name, plain }: PictureName): string =>
  `/media/${owner}/snapshots/${name}${plain ? "-nonude" : ""}.jpg`

/** Reads the path behind `/media/`, decoded; undefined where there is no such picture. */
export const readPicturePath = (path: string): SizedPicture | undefined => {
  const segments = path.split("/")
  const [owner = "", holder, file = ""] =
    segments.length === 4 ? segments.toSpliced(1, 1) : segments
  const size = segments.length === 4 ? (segments[1] ?? "") : null
  if (segments.length < 3 || segments.length > 4 || holder !== "snapshots") return undefined
  if (size !== null && !isPictureSize(size)) return undefined
  const { name, plain } = FILE.exec(file)?.groups ?? {}
  if (!isPerformerId(owner) || name === undefined || Number(name) > MAX_PHOTOS) return undefined
  return { picture: { owner, name, plain: plain !== undefined }, size }
}
