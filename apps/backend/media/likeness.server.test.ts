/** People are told apart, on a card as small as a phone shows it. */
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { demoPerformers } from "../demo/performers/demo-performers.ts"
import { hex } from "./colour.ts"
import { portrait } from "./portrait.ts"
import { sceneOf } from "./scene.ts"

const OWNERS = [
  ...demoPerformers("foldcast", 0).map(({ id }) => id),
  ...Array.from({ length: 200 }, (_, index) => `seed_${index}`),
]
const pictureOf = (owner: string) => ({ owner, name: "0", plain: false })

/** What one would name: not the face, nor where she sits. */
const featuresOf = (owner: string): string => {
  const { looks, outfit, wears, room, palette, light } = sceneOf(pictureOf(owner))
  const { hairStyle, hairColour, skin, glasses, earrings, necklace, beard, gender } = looks
  const colours = [skin, outfit.cloth, palette.top].map(hex)
  return JSON.stringify([
    [gender, hairStyle, hairColour, glasses, earrings, necklace, beard],
    [outfit.garment, wears, room, light, ...colours],
  ])
}

/** The mean difference of all channels of two pictures, 0 to 255. */
const distance = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length

describe("drawn people", () => {
  it("have no two of four hundred the same hair, skin, clothes, room and jewellery", () => {
    expect(new Set(OWNERS.map(featuresOf)).size).toBe(OWNERS.length)
  })

  it("differ on a card of 160 pixels by ten of 255 in each channel at least, whichever two of two hundred one compares", async () => {
    const pictures = await Promise.all(
      OWNERS.slice(0, 200).map((owner) =>
        sharp(Buffer.from(portrait(pictureOf(owner), { width: 160, height: 120 })))
          .removeAlpha()
          .resize(40, 30)
          .raw()
          .toBuffer(),
      ),
    )
    const nearest = pictures.map((one, index) =>
      Math.min(...pictures.slice(index + 1).map((other) => distance(one, other)), 255),
    )
    expect(Math.min(...nearest)).toBeGreaterThan(10)
  })
})
