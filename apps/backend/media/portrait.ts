/**
 * Pictures of people who do not exist, drawn from their ids: the same id and name always give the same
 * drawing. Everybody is dressed, nobody has a face.
 *
 * Pure.
 */
import { hashOf, seededRandom } from "../seeded-random.ts"
import { backdrop } from "./backdrop.ts"
import { between, type OklchColour } from "./colour.ts"
import { figure, outline } from "./figure.ts"
import { type Looks, looksOf } from "./looks.ts"
import { dominantOf, paletteOf } from "./palette.ts"
import type { PictureName } from "./picture-name.ts"
import { at, group } from "./shapes.ts"

/** Increased whenever portraits are drawn differently, so that stored pictures are not reused. */
export const DRAWING_VERSION = 2

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** The picture's own size in pixels: photos are landscape or portrait. */
export const dimensionsOf = ({ owner, name }: PictureName): Dimensions => {
  if (name === "cover") return { width: 1_280, height: 720 }
  return name !== "0" && hashOf(`shape ${owner} ${name}`) % 3 === 0
    ? { width: 960, height: 1_280 }
    : { width: 1_280, height: 960 }
}

/** The no-nude variant has the same colours, so that switching the mode does not repaint the page. */
const sceneOf = ({ owner, name }: PictureName) => seededRandom(`scene ${owner} ${name}`)

export const dominantColour = (picture: PictureName): string =>
  dominantOf(paletteOf(sceneOf(picture)))

/** Clothes that would be confused with the hair get another hue. */
const clothFor = (accent: OklchColour, { hair }: Looks): OklchColour =>
  Math.abs(accent.l - hair.l) < 0.14 && Math.abs(((accent.h - hair.h + 540) % 360) - 180) < 50
    ? { ...accent, h: accent.h + 150 }
    : accent

/** The snapshot is frontal; other photos come nearer, lean and step aside. */
const poseOf = ({ name }: PictureName, random: ReturnType<typeof seededRandom>) => {
  const free = name === "0" ? 0.35 : 1
  const scale = 1.16 + random.between(-0.1, 0.2) * free
  const aside = random.between(-26, 26) * free
  const lean = random.between(-5, 5) * free
  return `translate(${at(200 + aside)} ${at(157)}) rotate(${at(lean)}) scale(${scale.toFixed(2)}) translate(-200 -146)`
}

export const portrait = (picture: PictureName, { width, height }: Dimensions): string => {
  const random = sceneOf(picture)
  const palette = paletteOf(random)
  const looks = looksOf(picture.owner)
  const behind = backdrop(random, palette, picture.plain)
  const someone = picture.plain
    ? outline({
        ...between(palette.top, palette.bottom, 0.5),
        l: palette.top.l > 0.65 ? 0.52 : 0.78,
      })
    : figure(random, looks, clothFor(palette.accent, looks))
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 400 300" preserveAspectRatio="xMidYMid slice">` +
    `<defs>${behind.defs}${someone.defs}</defs>` +
    behind.content +
    group(poseOf(picture, random), someone.content) +
    "</svg>"
  )
}
