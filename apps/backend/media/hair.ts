/** Hair as two layers, behind the head and over the brow, around a head at (200, 128). Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { type OklchColour, lighter } from "./colour.ts"
import type { HairStyle } from "./looks.ts"
import { circle, ellipse, line, svgPath } from "./shapes.ts"

export interface HairLayers {
  readonly behind: string
  readonly before: string
}

type Cut = (hair: OklchColour, random: SeededRandom) => HairLayers

const CAP = "M157,134C150,92 168,66 200,66S250,92 243,134"

/** A parting in the middle: two curtains over the brow. */
const CURTAINS =
  "M200,76C186,82 168,98 163,142C152,120 156,70 200,66C244,70 248,120 237,142C232,98 214,82 200,76Z"
/** A parting at the side. */
const SWEPT =
  "M182,78C192,96 218,106 240,112C240,124 239,130 238,140C252,112 244,70 204,65C164,62 148,100 162,142C162,116 168,96 182,78Z"
/** A straight fringe. */
const FRINGE =
  "M162,140C150,92 170,66 200,66S250,92 238,140C238,128 237,120 234,112C214,117 186,117 166,112C163,120 162,128 162,140Z"

const frontOf = (random: SeededRandom) => random.pick([CURTAINS, SWEPT, FRINGE])

const strands = (ds: ReadonlyArray<string>, hair: OklchColour) =>
  ds.map((d) => line(d, lighter(hair, 0.1), 2, 0.35)).join("")

const straight: Cut = (hair, random) => ({
  behind:
    svgPath(
      "M200,60C146,60 148,118 147,160C146,198 138,232 132,250C152,262 178,256 190,246H210C222,256 248,262 268,250C262,232 254,198 253,160C252,118 254,60 200,60Z",
      lighter(hair, -0.05),
    ) + strands(["M152,150C152,190 147,222 143,246", "M248,150C248,190 253,222 257,246"], hair),
  before: svgPath(frontOf(random), hair),
})

const waves: Cut = (hair, random) => ({
  behind:
    svgPath(
      "M200,58C150,58 142,100 144,132C134,152 148,168 136,190C128,208 142,220 130,242C150,266 182,254 192,240H208C218,254 250,266 270,242C258,220 272,208 264,190C252,168 266,152 256,132C258,100 250,58 200,58Z",
      lighter(hair, -0.05),
    ) +
    strands(
      [
        "M150,140C144,160 156,174 145,196C140,212 150,222 143,240",
        "M250,140C256,160 244,174 255,196C260,212 250,222 257,240",
      ],
      hair,
    ),
  before: svgPath(random.pick([CURTAINS, SWEPT]), hair),
})

const bob: Cut = (hair, random) => ({
  behind: svgPath(
    "M200,59C148,59 144,112 143,146C142,172 146,190 154,196C172,200 228,200 246,196C254,190 258,172 257,146C256,112 252,59 200,59Z",
    lighter(hair, -0.05),
  ),
  before: svgPath(frontOf(random), hair),
})

const bun: Cut = (hair, random) => ({
  behind:
    circle(200 + random.pick([-14, 0, 14]), 52, 23, lighter(hair, -0.03)) +
    svgPath(CAP, lighter(hair, -0.05)),
  before: svgPath(random.pick([CURTAINS, SWEPT]), hair),
})

const ponytail: Cut = (hair, random) => {
  const side = random.pick([-1, 1])
  const x = (value: number) => String(200 + side * value)
  return {
    behind:
      svgPath(CAP, lighter(hair, -0.05)) +
      svgPath(
        `M${x(30)},78C${x(86)},74 ${x(84)},140 ${x(78)},176C${x(76)},206 ${x(84)},222 ${x(70)},246C${x(52)},238 ${x(50)},206 ${x(54)},176C${x(58)},140 ${x(52)},104 ${x(30)},78Z`,
        lighter(hair, -0.04),
      ),
    before: svgPath(random.pick([SWEPT, CURTAINS]), hair),
  }
}

interface Ring {
  readonly count: number
  readonly radius: readonly [number, number]
  readonly size: number
  /** How far it comes down at the sides, as a share of half a turn. */
  readonly down: number
}

const ring = ({ count, radius, size, down }: Ring, hair: OklchColour, random: SeededRandom) =>
  Array.from({ length: count }, (_, index) => {
    const angle = Math.PI * (1 - down + ((1 + 2 * down) * index) / (count - 1))
    return circle(
      200 + radius[0] * Math.cos(angle),
      118 + radius[1] * Math.sin(angle),
      size * random.between(0.88, 1.14),
      lighter(hair, random.between(-0.03, 0.03)),
    )
  }).join("")

const curls: Cut = (hair, random) => ({
  behind:
    ellipse([200, 120, 66, 64], lighter(hair, -0.05)) +
    ring({ count: 13, radius: [60, 58], size: 22, down: 0.14 }, lighter(hair, -0.04), random),
  before:
    svgPath(
      "M160,134C156,92 176,70 200,70S244,92 240,134C238,116 228,100 216,98C206,102 192,102 184,97C172,102 162,118 160,134Z",
      hair,
    ) + ring({ count: 9, radius: [40, 42], size: 13, down: 0.1 }, hair, random),
})

const pixie: Cut = (hair) => ({
  behind: svgPath(
    "M200,62C154,62 150,104 152,132C153,150 158,160 164,166H236C242,160 247,150 248,132C250,104 246,62 200,62Z",
    lighter(hair, -0.05),
  ),
  before: svgPath(
    "M160,138C148,94 166,62 202,60C242,60 254,98 240,138C238,126 236,118 232,112C214,114 190,106 178,90C174,108 164,120 160,138Z",
    hair,
  ),
})

const crop: Cut = (hair) => ({
  behind: svgPath("M158,134C152,90 168,68 200,68S248,90 242,134Z", lighter(hair, -0.05)),
  before: svgPath(
    "M160,130C154,92 170,68 200,67S246,92 240,130C238,116 236,108 232,100C212,92 188,92 168,100C164,108 162,116 160,130Z",
    hair,
  ),
})

const quiff: Cut = (hair, random) => {
  const side = random.pick([-1, 1])
  const x = (value: number) => String(200 + side * value)
  return {
    behind: svgPath("M158,134C152,90 168,68 200,68S248,90 242,134Z", lighter(hair, -0.07)),
    before: svgPath(
      `M${x(-40)},130C${x(-48)},92 ${x(-40)},74 ${x(-18)},62C${x(4)},48 ${x(40)},52 ${x(44)},82C${x(46)},98 ${x(44)},112 ${x(40)},130C${x(39)},116 ${x(36)},106 ${x(32)},100C${x(10)},104 ${x(-16)},102 ${x(-30)},96C${x(-36)},106 ${x(-39)},116 ${x(-40)},130Z`,
      hair,
    ),
  }
}

const shortCurls: Cut = (hair, random) => ({
  behind: ellipse([200, 112, 47, 46], lighter(hair, -0.05)),
  before:
    ring({ count: 9, radius: [37, 42], size: 12.5, down: 0.01 }, hair, random) +
    ellipse([200, 84, 32, 15], hair),
})

const CUTS: Readonly<Record<HairStyle, Cut>> = {
  straight,
  waves,
  bob,
  bun,
  ponytail,
  curls,
  pixie,
  crop,
  quiff,
  shortCurls,
}

export const hairLayers = (style: HairStyle, hair: OklchColour, random: SeededRandom): HairLayers =>
  CUTS[style](hair, random)
