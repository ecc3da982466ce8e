/**
 * Pictures of people who do not exist, drawn from their ids: the same id and name always give the same
 * drawing. Everybody is grown up and dressed.
 *
 * Pure.
 */
import { hashOf } from "../seeded-random.ts"
import { backdrop, FIELD, fieldFor } from "./backdrop.ts"
import { between } from "./colour.ts"
import { AT_EASE, type PersonMoment } from "./head-pose.ts"
import { dominantOf } from "./palette.ts"
import { person, silhouette } from "./person.ts"
import type { PictureName } from "./picture-name.ts"
import { type PortraitScene, sceneColours, sceneOf } from "./scene.ts"
import { at, ellipse, group, svgPath } from "./shapes.ts"

/** Increased whenever portraits are drawn differently, so that stored pictures are not reused. */
export const DRAWING_VERSION = 5

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** The picture's own size in pixels: photos are landscape or portrait. */
export const dimensionsOf = ({ owner, name }: PictureName): Dimensions => {
  if (name === "cover") return { width: 1_280, height: 720 }
  return Number(name) > 0 && hashOf(`shape ${owner} ${name}`) % 3 === 0
    ? { width: 960, height: 1_280 }
    : { width: 1_280, height: 960 }
}

/** The no-nude variant has the same colours, so that switching the mode does not repaint the page. */
export const dominantColour = (picture: PictureName): string => dominantOf(sceneColours(picture))

/** Dusk over everything, and one warm light beside her. */
const evening = ({ light }: PortraitScene): string =>
  svgPath(FIELD, { l: 0.3, c: 0.055, h: 275 }, 0.3) +
  ellipse([200 + light * 190, 90, 210, 190], "url(#lamp)", 0.55)

/** A drawing without its size: what it needs, and what it shows. */
export const drawScene = (
  scene: PortraitScene,
  {
    moment = scene.moment,
    isPlain = false,
  }: { readonly moment?: PersonMoment | undefined; readonly isPlain?: boolean } = {},
): string => {
  const { place, palette, random, room } = scene
  const behind = backdrop(random, palette, room)
  const someone = isPlain
    ? silhouette(scene, AT_EASE, between(palette.top, palette.bottom, 0.5))
    : person(scene, moment)
  return (
    `<defs>${behind.defs}${someone.defs}</defs>` +
    behind.content +
    group(
      `translate(${at(place.x)} ${at(place.y)}) scale(${place.scale.toFixed(3)})`,
      someone.content,
    ) +
    (scene.isEvening ? evening(scene) : "")
  )
}

export const sized = ({ width, height }: Dimensions, drawing: string): string => {
  const field = fieldFor(width / height)
  const viewBox = `${at(field.x)} 0 ${at(field.width)} ${field.height}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}" preserveAspectRatio="xMidYMid slice">${drawing}</svg>`
}

export const portrait = (picture: PictureName, dimensions: Dimensions): string =>
  sized(dimensions, drawScene(sceneOf(picture), { isPlain: picture.plain }))
