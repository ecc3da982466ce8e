/** Renders a drawing as a picture file in a given size. */
import sharp, { type Sharp } from "sharp"
import { dimensionsOf, portrait } from "./portrait.ts"
import type { SizedPicture } from "./picture-name.ts"
import type { PictureFormat } from "./picture-format.ts"

/** One thread each; the caller limits how many run at once. */
sharp.concurrency(1)
/** Each drawing is rendered once, and the file is kept. */
sharp.cache(false)

/** Flat planes and gradients: these look the same as the drawing, at a few kilobytes a card. */
const ENCODE: Readonly<Record<PictureFormat, (image: Sharp) => Sharp>> = {
  avif: (image) => image.avif({ quality: 55, effort: 1 }),
  webp: (image) => image.webp({ quality: 80, effort: 2 }),
  jpeg: (image) => image.jpeg({ quality: 82, mozjpeg: true }),
}

const asked = ({ picture, size }: SizedPicture) => {
  if (size === null) return dimensionsOf(picture)
  const [width = 0, height = 0] = size.split("x").map(Number)
  return { width, height }
}

/** Rendered in the target size instead of scaled down: sharper, and less work. */
export const renderSvg = (sized: SizedPicture, format: PictureFormat): Promise<Uint8Array> =>
  ENCODE[format](sharp(Buffer.from(portrait(sized.picture, asked(sized))))).toBuffer()
