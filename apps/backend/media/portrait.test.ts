/** Drawings: always the same for an id, the same person in all of them, without external content. */
import sharp from "sharp"
import { describe, expect, it } from "vitest"
import { hex } from "./colour.ts"
import { looksOf } from "./looks.ts"
import { pictureUrl, readPicturePath } from "./picture-name.ts"
import { dimensionsOf, dominantColour, drawScene, portrait } from "./portrait.ts"
import { renderSvg } from "./render.ts"
import { sceneOf } from "./scene.ts"

const CARD = { width: 400, height: 300 }
const OWNERS = Array.from({ length: 40 }, (_, index) => `demo_${index}`)
const of = (owner: string, name = "0", plain = false) => ({ owner, name, plain })

const channels = (colour: string) =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))

describe("a drawing", () => {
  it("has the same bytes each time, in each form", async () => {
    for (const format of ["avif", "webp", "jpeg"] as const) {
      const sized = { picture: of("demo_7"), size: "200x150" } as const
      expect(await renderSvg(sized, format)).toEqual(await renderSvg(sized, format))
    }
  })

  it("differs from the others, and one performer's pictures differ too", () => {
    expect(new Set(OWNERS.map((owner) => portrait(of(owner), CARD))).size).toBe(OWNERS.length)
    const photos = ["0", "1", "2", "3", "cover"].map((name) => portrait(of("demo_7", name), CARD))
    expect(new Set(photos).size).toBe(photos.length)
  })

  it("shows one person's skin and hair on all her pictures, and no skin in the no-nude variant [ROUTE-47]", () => {
    for (const owner of OWNERS) {
      const { skin, hair } = looksOf(owner)
      for (const name of ["0", "1", "9", "cover"]) {
        const svg = portrait(of(owner, name), CARD)
        expect(svg).toContain(`fill="${hex(skin)}"`)
        expect(svg).toContain(`fill="${hex(hair)}"`)
      }
      const plain = portrait(of(owner, "0", true), CARD)
      expect(plain).not.toContain(hex(skin))
      expect(plain.length).toBeLessThan(portrait(of(owner), CARD).length)
    }
  })

  it("has a face that looks at the viewer: two eyes, a nose and a mouth, with a smile", () => {
    for (const owner of OWNERS) {
      const { moment } = sceneOf(of(owner))
      expect(portrait(of(owner), CARD).match(/clipPath id="(?:eye-[lr]|mouth)"/gu)).toHaveLength(3)
      expect([moment.gaze, moment.lids]).toEqual([[0, 0], 0])
      expect(moment.smile).toBeGreaterThan(0.25)
    }
  })

  it("of somebody who is away shows the same person in the same place, who looks aside", () => {
    for (const owner of OWNERS) {
      const [away, here] = [sceneOf(of(owner, "away")), sceneOf(of(owner))]
      expect({ ...away, random: null }).toMatchObject({
        looks: here.looks,
        outfit: here.outfit,
        room: here.room,
        place: here.place,
      })
      expect(Math.abs(away.moment.yaw)).toBeGreaterThan(0.4)
      expect(Math.abs(away.moment.gaze[0])).toBeGreaterThan(0.9)
      expect(dominantColour(of(owner, "away"))).toBe(dominantColour(of(owner)))
    }
  })

  it("is made of shapes only: it has no text, script, link or invalid number", () => {
    for (const owner of OWNERS) {
      for (const svg of [portrait(of(owner), CARD), portrait(of(owner, "1", true), CARD)]) {
        expect(svg).not.toMatch(/<(?:text|script|image|a|use|foreignObject)\b|href|NaN|undefined/u)
      }
    }
  })

  it("has a placeholder colour, close to what is seen around the head", async () => {
    for (const owner of OWNERS.slice(0, 12)) {
      const colour = dominantColour(of(owner))
      expect(colour).toMatch(/^#[0-9a-f]{6}$/u)
      expect(dominantColour(of(owner, "0", true))).toBe(colour)
      const shown = await sharp(Buffer.from(portrait(of(owner), CARD)))
        .extract({ left: 0, top: 0, width: 400, height: 60 })
        .resize(1, 1, { fit: "fill" })
        .removeAlpha()
        .raw()
        .toBuffer()
      for (const [index, channel] of channels(colour).entries()) {
        expect(Math.abs(channel - (shown[index] ?? 0))).toBeLessThan(45)
      }
    }
  })

  it("is landscape or portrait, as its own size says", () => {
    const sizes = OWNERS.map((owner) => dimensionsOf(of(owner, "1")))
    expect(new Set(sizes.map(({ width, height }) => `${width}x${height}`))).toEqual(
      new Set(["1280x960", "960x1280"]),
    )
    expect(dimensionsOf(of("demo_1"))).toEqual({ width: 1_280, height: 960 })
  })

  it("shows mostly women, hair of every colour and skin of every tone", () => {
    const looks = ["", "b", "c", "d"].flatMap((more) =>
      OWNERS.map((owner) => looksOf(owner + more)),
    )
    expect(looks.filter(({ gender }) => gender === "female").length).toBeGreaterThan(110)
    expect(new Set(looks.map(({ hairColour }) => hairColour)).size).toBe(6)
    expect(new Set(looks.map(({ skin }) => skin)).size).toBe(7)
    expect(new Set(looks.map(({ hairStyle }) => hairStyle)).size).toBe(16)
  })

  it("lets age show, in lines and in hair, and draws the same person of the same age each time", () => {
    const people = Array.from({ length: 400 }, (_, index) => looksOf(`aged_${index}`))
    const over = people.filter(({ age }) => age >= 52)
    const under = people.filter(({ age }) => age < 33)
    expect(over.length).toBeGreaterThan(20)
    const greyOf = (some: typeof people) =>
      some.filter(({ hairColour }) => hairColour === "grey").length / some.length
    expect(greyOf(over)).toBeGreaterThan(0.4)
    expect(greyOf(under)).toBe(0)
    const scene = sceneOf(of("demo_7"))
    const linesAt = (age: number) =>
      drawScene({ ...scene, looks: { ...scene.looks, age } }).match(/stroke-linecap/gu)?.length ?? 0
    const [young, middle, old] = [28, 42, 58].map(linesAt)
    expect(middle).toBeGreaterThan(young ?? 0)
    expect(old).toBeGreaterThan(middle ?? 0)
    expect(linesAt(22)).toBe(young)
  })

  it("shows on a stage what a card shows, whole, with more of the room beside it", async () => {
    for (const owner of OWNERS.slice(0, 8)) {
      const card = await sharp(Buffer.from(portrait(of(owner), { width: 240, height: 180 })))
        .removeAlpha()
        .raw()
        .toBuffer()
      const middle = await sharp(Buffer.from(portrait(of(owner), { width: 320, height: 180 })))
        .removeAlpha()
        .extract({ left: 40, top: 0, width: 240, height: 180 })
        .raw()
        .toBuffer()
      const differences = card.map((value, at) => Math.abs(value - (middle[at] ?? 0)))
      expect(differences.reduce((sum, value) => sum + value, 0) / card.length).toBeLessThan(2)
    }
  })

  it("has an address that names the performer and the picture", () => {
    expect(pictureUrl(of("demo_7", "cover"))).toBe("/media/demo_7/snapshots/cover.jpg")
    expect(pictureUrl(of("demo_7", "3", true))).toBe("/media/demo_7/snapshots/3-nonude.jpg")
    // Every character that a performer's id may contain.
    const picture = of("p-_9-", "3", true)
    expect(readPicturePath(pictureUrl(picture).replace("/media/", ""))).toEqual({
      picture,
      size: null,
    })
  })
})
