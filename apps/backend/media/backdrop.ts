/** The background of a portrait: a gradient and one calm motif, on a field of 400 by 300. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between, lighter } from "./colour.ts"
import type { Palette } from "./palette.ts"
import { circle, ellipse, line, linear, svgPath, radial } from "./shapes.ts"

/** Pictures of other shapes are cut from the middle of the field, so motifs reach beyond its edges. */
const FIELD = "M-200,-200H600V500H-200Z"

type Motif = (random: SeededRandom, palette: Palette) => string

const sun: Motif = (random, { top, accent }) => {
  const x = random.between(130, 270)
  const y = random.between(95, 135)
  const r = random.between(88, 112)
  return (
    circle(x, y, r + 26, lighter(top, 0.08), 0.35) +
    circle(x, y, r, between(lighter(top, 0.14), { ...accent, l: 0.85 }, 0.3), 0.7)
  )
}

const arch: Motif = (random, { top, bottom }) => {
  const x = 200 + random.between(-18, 18)
  const half = random.between(98, 118)
  const arc = (w: number, y: number) =>
    `M${x - w},500V${y + w}A${w},${w} 0 0 1 ${x + w},${y + w}V500Z`
  return (
    svgPath(arc(half + 30, -4), lighter(top, 0.05), 0.5) +
    svgPath(arc(half, 24), between(lighter(top, 0.13), bottom, 0.12), 0.75)
  )
}

const hills: Motif = (random, { top, bottom, accent }) => {
  const y = random.between(150, 185)
  const swing = random.between(-30, 30)
  const hill = (base: number, rise: number) =>
    `M-200,${base}C0,${base - rise} 90,${base + swing} 200,${base - 14}S420,${base - rise - swing} 600,${base}V500H-200Z`
  return (
    circle(
      random.pick([70, 330]),
      random.between(50, 80),
      random.between(24, 36),
      {
        ...between(top, accent, 0.25),
        l: 0.9,
      },
      0.75,
    ) +
    svgPath(hill(y, 50), lighter(bottom, 0.06), 0.7) +
    svgPath(hill(y + 45, 34), lighter(bottom, -0.03), 0.8)
  )
}

const bokeh: Motif = (random, { top, bottom }) =>
  Array.from({ length: 13 }, () =>
    circle(
      random.between(-60, 460),
      random.between(-30, 320),
      random.between(10, 46),
      lighter(between(top, bottom, random.next()), random.between(0.04, 0.16)),
      random.between(0.15, 0.45),
    ),
  ).join("")

const rays: Motif = (random, { top }) => {
  const x = random.between(60, 340)
  const turn = random.between(0, 0.4)
  return Array.from({ length: 9 }, (_, index) => {
    const from = turn + (index * Math.PI * 2) / 9
    const to = from + 0.32
    const [x1, y1] = [x + 700 * Math.cos(from), 330 + 700 * Math.sin(from)]
    const [x2, y2] = [x + 700 * Math.cos(to), 330 + 700 * Math.sin(to)]
    return svgPath(
      `M${x},330L${x1.toFixed(1)},${y1.toFixed(1)}L${x2.toFixed(1)},${y2.toFixed(1)}Z`,
      lighter(top, 0.1),
      0.32,
    )
  }).join("")
}

const leaves: Motif = (random, { top, bottom }) =>
  [-1, 1]
    .map((side) => {
      const foot = 200 + side * random.between(150, 185)
      const paint = lighter(between(top, bottom, 0.6), random.between(-0.1, -0.04))
      return Array.from({ length: 6 }, (_, index) => {
        const y = 290 - index * 38
        const reach = side * random.between(-62, -38) * (index % 2 === 0 ? 1 : -1)
        const tip = `${(foot + reach).toFixed(1)},${y - 34}`
        return svgPath(
          `M${foot.toFixed(1)},${y}Q${(foot + reach * 0.25).toFixed(1)},${y - 34} ${tip}Q${(foot + reach * 0.8).toFixed(1)},${y - 2} ${foot.toFixed(1)},${y}Z`,
          paint,
          0.62,
        )
      }).join("")
    })
    .join("")

const lines: Motif = (random, { top }) => {
  const lean = random.between(-70, 70)
  return Array.from({ length: 12 }, (_, index) => {
    const x = -120 + index * 58
    return line(
      `M${x},-200C${(x + lean).toFixed(1)},60 ${(x - lean).toFixed(1)},200 ${x},500`,
      lighter(top, 0.12),
      index % 3 === 0 ? 13 : 5,
      0.3,
    )
  }).join("")
}

const discs: Motif = (random, { top, bottom, accent }) =>
  [
    [random.between(20, 110), random.between(20, 120), random.between(60, 90)] as const,
    [random.between(300, 390), random.between(120, 220), random.between(70, 110)] as const,
    [random.between(270, 350), random.between(10, 60), random.between(22, 40)] as const,
  ]
    .map(([x, y, r], index) =>
      circle(
        x,
        y,
        r,
        index === 2 ? { ...accent, l: 0.75 } : lighter(index === 0 ? top : bottom, 0.09),
        0.5,
      ),
    )
    .join("")

const MOTIFS = [sun, arch, hills, bokeh, rays, leaves, lines, discs] as const

const GLOW = radial(
  "glow",
  [0.5, 0.42, 0.42],
  [
    { offset: 0, colour: { l: 0.98, c: 0.02, h: 90 }, opacity: 0.34 },
    { offset: 1, colour: { l: 0.98, c: 0.02, h: 90 }, opacity: 0 },
  ],
)

/** `plain` leaves the motif out. */
export const backdrop = (random: SeededRandom, palette: Palette, plain: boolean) => {
  const motif = random.pick(MOTIFS)(random, palette)
  return {
    defs:
      GLOW +
      linear(
        "ground",
        [random.between(0, 0.35), 0, random.between(0.65, 1), 1],
        [
          { offset: 0, colour: palette.top },
          { offset: 1, colour: palette.bottom },
        ],
      ),
    content:
      svgPath(FIELD, "url(#ground)") +
      (plain ? "" : motif) +
      // A little light behind the figure sets off hair of any colour.
      ellipse([200, 140, 260, 210], "url(#glow)"),
  }
}
