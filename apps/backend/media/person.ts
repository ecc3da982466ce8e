/** One person at one moment, around (0, 0) between the eyes: from the hair behind to what lies over the shoulders. Pure. */
import { ageLines } from "./age-lines.ts"
import { beard } from "./beard.ts"
import { glasses } from "./glasses.ts"
import { hairband, headphones } from "./headwear.ts"
import { earrings, necklace } from "./jewellery.ts"
import { body } from "./clothes.ts"
import type { Garment, Outfit } from "./garments.ts"
import type { OklchColour } from "./colour.ts"
import { eyes } from "./eyes.ts"
import { face, faceShape, type FaceParts } from "./face.ts"
import { browShadow, frontHair, hairLayers } from "./hair.ts"
import { headPose, type PersonMoment } from "./head-pose.ts"
import type { Looks } from "./looks.ts"
import { mouth } from "./mouth.ts"
import { at, group, svgPath } from "./shapes.ts"

export interface PersonScene {
  readonly owner: string
  readonly looks: Looks
  readonly outfit: Outfit
  readonly wears: "headphones" | "hairband" | "nothing"
  readonly accent: OklchColour
  readonly light: -1 | 1
}

const COVER_THE_NECK: ReadonlySet<Garment> = new Set(["turtleneck", "hoodie", "shirt", "crew"])
const isNeckCovered = ({ outfit }: PersonScene) => COVER_THE_NECK.has(outfit.garment)

/** A head turns on its neck. */
const ON_THE_NECK = { x: 0, y: 46 }

const motions = (moment: PersonMoment) => ({
  turn: (content: string) =>
    group(
      `translate(${at(Math.sin(moment.yaw) * -5)} 0) rotate(${at(moment.roll)} ${ON_THE_NECK.x} ${ON_THE_NECK.y})`,
      content,
    ),
  lift: (content: string) => group(`translate(0 ${at(-moment.breath)})`, content),
})

export const person = (scene: PersonScene, moment: PersonMoment) => {
  const { looks, light, owner } = scene
  const pose = headPose(moment)
  const parts: FaceParts = { looks, pose, light }
  const hair = hairLayers(parts, owner)
  const features = face(parts)
  const looking = eyes(parts)
  const speaking = mouth(parts)
  const dressed = body(looks, scene.outfit, light)
  const { turn, lift } = motions(moment)
  return {
    defs: features.defs + looking.defs + speaking.defs + dressed.defs,
    content:
      lift(
        turn(hair.behind) +
          dressed.neck +
          dressed.clothes +
          (isNeckCovered(scene) ? "" : necklace(looks)),
      ) +
      turn(
        features.ears +
          features.content +
          ageLines(parts) +
          beard(parts) +
          speaking.content +
          browShadow(hair, parts) +
          looking.content +
          glasses(parts) +
          frontHair(hair, parts) +
          earrings(parts) +
          (scene.wears === "headphones" ? headphones(parts, scene.accent) : "") +
          (scene.wears === "hairband" ? hairband(parts, scene.accent) : ""),
      ),
  }
}

/** Tones of the wall for skin, hair and clothes, from the quietest to the strongest. */
const tonesOf = (wall: OklchColour) => {
  const step = wall.l > 0.62 ? -0.085 : 0.085
  return [1, 2.1, 3.2].map((steps) => ({ ...wall, l: wall.l + step * steps, c: wall.c * 1.15 }))
}

/** The same person as planes in tones of the wall: hair, head and clothes without a face and without skin. */
export const silhouette = (scene: PersonScene, moment: PersonMoment, wall: OklchColour) => {
  const [skin = wall, cloth = wall, hair = wall] = tonesOf(wall)
  const looks = { ...scene.looks, skin, hair }
  const parts: FaceParts = { looks, pose: headPose(moment), light: scene.light }
  const layers = hairLayers(parts, scene.owner)
  const dressed = body(looks, { ...scene.outfit, cloth, inner: skin }, scene.light)
  const { turn, lift } = motions(moment)
  return {
    defs: dressed.defs,
    content:
      lift(turn(layers.behind) + dressed.neck + dressed.clothes) +
      turn(svgPath(faceShape(parts), skin) + frontHair(layers, parts)),
  }
}
