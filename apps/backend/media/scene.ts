/**
 * What one picture of somebody shows: the room, the clothes, the framing and the moment. The same owner and name
 * always give the same scene; the looks are the owner's. Pure.
 */
import { seededRandom, type SeededRandom } from "../seeded-random.ts"
import { type RoomName, roomOf } from "./room-drawings.ts"
import type { Garment, Outfit } from "./garments.ts"
import type { OklchColour } from "./colour.ts"
import { AT_EASE, type PersonMoment } from "./head-pose.ts"
import { type Looks, looksOf } from "./looks.ts"
import { type Palette, paletteOf } from "./palette.ts"
import type { PersonScene } from "./person.ts"
import type { PictureName } from "./picture-name.ts"

type Framing = "close" | "half" | "turned"

export interface PortraitScene extends PersonScene {
  readonly room: RoomName
  readonly palette: Palette
  readonly moment: PersonMoment
  /** Where the middle of the eyes is on the field of 400 by 300, how large, and how tilted. */
  readonly place: { readonly x: number; readonly y: number; readonly scale: number }
  /** The light is low and soft. */
  readonly isEvening: boolean
  /** For what is drawn behind. */
  readonly random: SeededRandom
}

const WORN_BY_WOMEN = [
  "crew",
  "vNeck",
  "scoop",
  "square",
  "straps",
  "boat",
  "turtleneck",
  "shirt",
  "blazer",
  "hoodie",
  "cardigan",
  "stripes",
] as const
const WORN_BY_MEN = [
  "crew",
  "vNeck",
  "turtleneck",
  "shirt",
  "blazer",
  "hoodie",
  "stripes",
  "crew",
] as const

/** Clothes that would be confused with the hair or the skin get another lightness. */
const apartFrom = (cloth: OklchColour, others: ReadonlyArray<OklchColour>): OklchColour => {
  const hue = (one: OklchColour) => Math.abs(((cloth.h - one.h + 540) % 360) - 180)
  const isClose = others.some(
    (one) => Math.abs(cloth.l - one.l) < 0.13 && (hue(one) < 45 || one.c < 0.03),
  )
  return isClose ? { ...cloth, l: cloth.l > 0.55 ? cloth.l - 0.24 : cloth.l + 0.26 } : cloth
}

const outfitOf = (random: SeededRandom, looks: Looks, { cloth, inner }: Palette): Outfit => {
  const garment: Garment = random.pick(looks.gender === "female" ? WORN_BY_WOMEN : WORN_BY_MEN)
  return { garment, cloth: apartFrom(cloth, [looks.skin, looks.hair]), inner }
}

const wearsOf = (random: SeededRandom, { gender, hairStyle }: Looks): PersonScene["wears"] => {
  const roll = random.next()
  if (roll < 0.07) return hairStyle === "bun" ? "nothing" : "headphones"
  return gender === "female" && roll < 0.15 && hairStyle !== "curls" ? "hairband" : "nothing"
}

const PLACES = {
  close: { y: 145, scale: 1.56 },
  half: { y: 106, scale: 0.98 },
  turned: { y: 136, scale: 1.32 },
} as const

const FRAMINGS = ["close", "close", "half", "turned", "turned"] as const

/** A smile for the viewer, as broad as her mood. */
const momentOf = (random: SeededRandom, framing: Framing, light: -1 | 1): PersonMoment => {
  const mood = random.pick(["calm", "smiling", "smiling", "laughing", "amused"] as const)
  const yaw = framing === "turned" ? -light * random.between(0.24, 0.4) : random.between(-0.1, 0.1)
  return {
    ...AT_EASE,
    yaw,
    pitch: random.between(-0.06, 0.05),
    roll: random.between(-5, 5) + yaw * 6,
    brows: random.between(-0.2, 0.5),
    ...{
      calm: { smile: random.between(0.28, 0.42), open: 0 },
      smiling: { smile: random.between(0.5, 0.7), open: 0 },
      amused: { smile: random.between(0.45, 0.6), open: random.between(0.2, 0.32) },
      laughing: { smile: random.between(0.78, 0.95), open: random.between(0.4, 0.62) },
    }[mood],
  }
}

/** She is not there for the viewer: in thought, turned to the side that the light comes from. */
const awayMoment = (shown: PersonMoment, light: -1 | 1): PersonMoment => ({
  ...shown,
  yaw: light * 0.46,
  pitch: 0.05,
  roll: light * 3,
  lids: 0.2,
  gaze: [light * 0.95, 0.1],
  smile: 0.42,
  open: 0,
  brows: 0.1,
})

/** The away picture is the snapshot's place and clothes, later. */
const seedOf = ({ owner, name }: PictureName) => `scene ${owner} ${name === "away" ? "0" : name}`

export const sceneOf = (picture: PictureName): PortraitScene => {
  const random = seededRandom(seedOf(picture))
  const palette = paletteOf(random)
  const looks = looksOf(picture.owner)
  const light = random.pick([-1, 1] as const)
  const framing = random.pick(FRAMINGS)
  const { y, scale } = PLACES[framing]
  const isAway = picture.name === "away"
  const scene: PortraitScene = {
    owner: picture.owner,
    looks,
    palette,
    outfit: outfitOf(random, looks, palette),
    wears: wearsOf(random, looks),
    accent: palette.object,
    light,
    room: roomOf(random),
    moment: momentOf(random, framing, light),
    place: {
      x: 200 + random.between(-12, 12),
      y: y + random.between(-4, 5),
      scale: scale * random.between(0.96, 1.05),
    },
    isEvening: isAway,
    random,
  }
  return isAway ? { ...scene, moment: awayMoment(scene.moment, light) } : scene
}

/** Its colours alone, which every variant has. */
export const sceneColours = (picture: PictureName): Palette =>
  paletteOf(seededRandom(seedOf(picture)))
