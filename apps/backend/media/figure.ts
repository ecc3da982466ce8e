/**
 * Head and shoulders, dressed, seen from the front and without a face: skin, hair and clothes as planes
 * of colour with a little light from one side. Around (200, 128) on a field of 400 by 300. Pure.
 */
import type { SeededRandom } from "../seeded-random.ts"
import { type OklchColour, lighter } from "./colour.ts"
import { hairLayers } from "./hair.ts"
import type { Looks } from "./looks.ts"
import { circle, ellipse, line, linear, svgPath } from "./shapes.ts"

const HEAD = "M162,120C162,84 178,72 200,72S238,84 238,120C238,150 224,182 200,182S162,150 162,120Z"
const NECK =
  "M184,160H216V208C222,216 232,220 240,221C226,254 174,254 160,221C168,220 178,216 184,208Z"
/** Shoulders by width; they extend below the field. */
const shoulders = (half: number) =>
  `M${200 - half},500V300C${200 - half},250 ${200 - half + 18},232 160,221C176,250 224,250 240,221C${200 + half - 18},232 ${200 + half},250 ${200 + half},300V500Z`

type Neckline = (cloth: OklchColour) => string

const crew: Neckline = (cloth) =>
  line("M160,222C176,251 224,251 240,222", lighter(cloth, 0.07), 6, 0.9)
const turtleneck: Neckline = (cloth) =>
  svgPath(
    "M182,190C192,197 208,197 218,190L220,210C226,218 234,220 243,222C228,258 172,258 157,222C166,220 174,218 180,210Z",
    lighter(cloth, 0.04),
  ) + line("M181,212C192,219 208,219 219,212", lighter(cloth, -0.06), 2, 0.6)
const collar: Neckline = (cloth) =>
  svgPath("M160,222L178,208L200,246L176,262Z", lighter(cloth, 0.12)) +
  svgPath("M240,222L222,208L200,246L224,262Z", lighter(cloth, 0.09)) +
  line("M200,250V330", lighter(cloth, -0.08), 2, 0.7)
const hood: Neckline = (cloth) =>
  svgPath(
    "M156,224C150,196 168,190 180,200C186,226 214,226 220,200C232,190 250,196 244,224C232,262 168,262 156,224Z",
    lighter(cloth, -0.05),
  ) +
  line("M188,246V282", lighter(cloth, 0.18), 2.5, 0.8) +
  line("M212,246V278", lighter(cloth, 0.18), 2.5, 0.8)
const jacket: Neckline = (cloth) =>
  svgPath("M160,221C176,250 224,250 240,221L226,330H174Z", {
    ...lighter(cloth, cloth.l > 0.5 ? -0.3 : 0.42),
    c: 0.02,
  }) +
  svgPath("M162,220L140,232L176,330H186Z", lighter(cloth, 0.06)) +
  svgPath("M238,220L260,232L224,330H214Z", lighter(cloth, 0.04))
const scarf: Neckline = (cloth) =>
  svgPath(
    "M166,206C182,222 218,222 234,206C246,216 244,236 232,242C214,252 186,252 168,242C156,236 154,216 166,206Z",
    { ...cloth, l: cloth.l > 0.5 ? cloth.l - 0.2 : cloth.l + 0.25, h: cloth.h + 40 },
  ) + line("M170,226C186,240 214,240 230,226", lighter(cloth, -0.1), 2, 0.35)

const NECKLINES = [crew, crew, turtleneck, collar, hood, jacket, scarf] as const

const LIGHT: OklchColour = { l: 0.98, c: 0.03, h: 85 }
const SHADE: OklchColour = { l: 0.25, c: 0.05, h: 300 }

/** Light from one side, over whatever it fills. */
const lightOf = (id: string, fromLeft: boolean) =>
  linear(id, fromLeft ? [0, 0.1, 1, 0.5] : [1, 0.1, 0, 0.5], [
    { offset: 0, colour: LIGHT, opacity: 0.3 },
    { offset: 0.5, colour: LIGHT, opacity: 0 },
    { offset: 0.5, colour: SHADE, opacity: 0 },
    { offset: 1, colour: SHADE, opacity: 0.26 },
  ])

const earrings = (colour: OklchColour) =>
  circle(162, 152, 3.6, colour) + circle(238, 152, 3.6, colour)

const headphones = (colour: OklchColour) =>
  line("M154,124C150,52 250,52 246,124", colour, 7) +
  ellipse([155, 136, 9, 16], colour) +
  ellipse([245, 136, 9, 16], colour)

const band = (colour: OklchColour) => line("M163,98C176,76 224,76 237,98", colour, 7)

const adornment = (random: SeededRandom, { gender }: Looks, accent: OklchColour) => {
  const bright = { ...accent, l: 0.82, c: 0.09 }
  const roll = random.next()
  if (roll < 0.08) return headphones({ ...accent, l: 0.3, c: 0.03 })
  if (gender === "male") return ""
  return roll < 0.35 ? earrings(bright) : roll < 0.47 ? band(bright) : ""
}

export const figure = (random: SeededRandom, looks: Looks, accent: OklchColour) => {
  const { skin, hair, hairStyle, gender } = looks
  const layers = hairLayers(hairStyle, hair, random)
  const body = shoulders(gender === "male" ? random.between(118, 128) : random.between(96, 106))
  const fromLeft = random.chance(0.5)
  return {
    defs:
      lightOf("light", fromLeft) +
      linear(
        "fall",
        [0, 0, 0, 1],
        [
          { offset: 0, colour: SHADE, opacity: 0 },
          { offset: 1, colour: SHADE, opacity: 0.4 },
        ],
      ) +
      `<clipPath id="neck"><path d="${NECK}"/></clipPath>`,
    content:
      layers.behind +
      svgPath(NECK, lighter(skin, -0.05)) +
      `<g clip-path="url(#neck)">${ellipse([200, 172, 36, 26], lighter(skin, -0.15), 0.75)}</g>` +
      svgPath(body, accent) +
      svgPath(body, "url(#light)", 0.8) +
      svgPath(body, "url(#fall)", 0.7) +
      random.pick(NECKLINES)(accent) +
      ellipse([162, 136, 6, 10], lighter(skin, -0.05)) +
      ellipse([238, 136, 6, 10], lighter(skin, -0.05)) +
      svgPath(HEAD, skin) +
      svgPath(HEAD, "url(#light)") +
      layers.before +
      adornment(random, looks, accent),
  }
}

/** An anonymous figure: one plane of colour in the shape of head and shoulders. */
export const outline = (colour: OklchColour) => ({
  defs: linear(
    "plane",
    [0, 0, 0.4, 1],
    [
      { offset: 0, colour: lighter(colour, 0.12) },
      { offset: 1, colour: lighter(colour, -0.04) },
    ],
  ),
  content:
    ellipse([200, 126, 46, 54], "url(#plane)") +
    svgPath("M84,500V300C84,236 140,208 200,208S316,236 316,300V500Z", "url(#plane)"),
})
