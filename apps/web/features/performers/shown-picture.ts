/**
 * Which picture of a performer is shown, and which sizes a browser may ask for. Pure.
 *
 * Invariant: in no-nude mode only the picture made for that mode is shown; without one, no picture is shown
 * (ROUTE-47).
 */
import type { Picture } from "@foldcast/contracts/queries/performers"
import { imageUrlAt, type PictureSize } from "@foldcast/rules/image-url"

export interface PicturePair {
  readonly picture: Picture | null
  readonly nonude: Picture | null
}

export const shownPicture = ({ picture, nonude }: PicturePair, noNude: boolean): Picture | null =>
  noNude ? nonude : (picture ?? nonude)

interface Sized {
  readonly width: number
  readonly height: number
  /** The sizes that the media host has of this shape, small to large. */
  readonly sizes: ReadonlyArray<PictureSize>
  /** For browsers without `srcset` support. */
  readonly size: PictureSize
}

export const PICTURE_SHAPES = {
  /** 4:3: cards, albums. */
  card: {
    width: 400,
    height: 300,
    sizes: ["200x150", "400x300", "600x450", "800x600"],
    size: "400x300",
  },
  /** Names in a list. */
  avatar: { width: 100, height: 100, sizes: ["100x100"], size: "100x100" },
  /** 16:9: a profile's cover, a poster. */
  wide: { width: 1_280, height: 720, sizes: ["1280x720"], size: "1280x720" },
} as const satisfies Readonly<Record<string, Sized>>
export type PictureShape = keyof typeof PICTURE_SHAPES

const widthOf = (size: PictureSize) => size.slice(0, size.indexOf("x"))

/** Undefined where the address has no size in it, or the shape has one size only. */
export const pictureSet = (url: string, shape: PictureShape): string | undefined => {
  const { sizes }: Sized = PICTURE_SHAPES[shape]
  const [first = "100x100"] = sizes
  if (sizes.length < 2 || imageUrlAt(url, first) === url) return undefined
  return sizes.map((size) => `${imageUrlAt(url, size)} ${widthOf(size)}w`).join(", ")
}
