/** The rooms that people sit in, behind them: one or two quiet things before a wall. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between, lighter, type OklchColour } from "./colour.ts"
import type { Palette } from "./palette.ts"
import { isDark, plant, rect, wallPicture, WARM } from "./room-objects.ts"
import { circle, ellipse, line, svgPath } from "./shapes.ts"

type Room = (random: SeededRandom, palette: Palette) => string

/** Left or right of the head. */
const besides = (random: SeededRandom) => random.pick([62, 338])

const window: Room = (random, palette) => {
  const x = random.pick([18, 232])
  const sky: OklchColour = isDark(palette)
    ? { l: 0.3, c: 0.06, h: 265 }
    : { l: 0.94, c: 0.035, h: random.pick([75, 230]) }
  const frame = lighter(palette.top, isDark(palette) ? -0.08 : 0.09)
  const lights = isDark(palette)
    ? Array.from({ length: 9 }, () =>
        circle(
          x + random.between(10, 140),
          random.between(60, 190),
          random.between(3, 9),
          WARM,
          random.between(0.25, 0.6),
        ),
      ).join("")
    : ellipse([x + 75, 215, 95, 70], between(sky, palette.object, 0.35), 0.6)
  return (
    svgPath(rect(x - 8, -60, 166, 288, 4), frame) +
    `<clipPath id="pane"><path d="${rect(x, -52, 150, 272)}"/></clipPath>` +
    `<g clip-path="url(#pane)">${svgPath(rect(x, -52, 150, 272), sky)}${lights}</g>` +
    line(`M${x + 75},-52V220`, frame, 6) +
    line(`M${x},84H${x + 150}`, frame, 6) +
    svgPath(rect(x - 18, 222, 186, 12, 3), lighter(frame, 0.03))
  )
}

const shelf: Room = (random, palette) => {
  const side = random.pick([-30, 262])
  const row = (y: number) => {
    const books = Array.from({ length: random.whole(5, 8) }, () => ({
      width: random.between(9, 17),
      height: random.between(38, 60),
      colour: random.pick([
        palette.object,
        lighter(palette.object, 0.12),
        lighter(palette.object, -0.1),
        between(palette.object, palette.cloth, 0.6),
        { l: 0.88, c: 0.02, h: 80 },
      ]),
    }))
    let at = side + random.between(8, 50)
    const drawn = books.map(({ width, height, colour }) => {
      const book = svgPath(rect(at, y - height, width, height, 1.5), colour)
      at += width + 1.2
      return book
    })
    return drawn.join("") + svgPath(rect(side, y, 176, 8, 2), lighter(palette.bottom, -0.06))
  }
  return row(84) + row(180) + row(276)
}

const greenery: Room = (random, palette) => {
  const x = random.pick([46, 354])
  return (
    svgPath(rect(-200, 262, 800, 240), lighter(palette.bottom, -0.04)) +
    plant(random, x, 228, palette) +
    (random.chance(0.5) ? wallPicture(random, 400 - x, 92, palette) : "")
  )
}

const gallery: Room = (random, palette) =>
  wallPicture(random, 66, random.between(78, 112), palette) +
  wallPicture(random, 336, random.between(70, 104), palette) +
  (random.chance(0.6) ? wallPicture(random, random.pick([-40, 440]), 100, palette) : "") +
  svgPath(rect(-200, 268, 800, 240), lighter(palette.bottom, -0.05))

const lamp: Room = (random, palette) => {
  const x = besides(random)
  const y = random.between(84, 108)
  return (
    ellipse([x, y + 12, 150, 140], "url(#lamp)") +
    line(`M${x},${y}V330`, lighter(palette.bottom, -0.16), 4) +
    svgPath(`M${x - 22},${y - 34}H${x + 22}L${x + 38},${y + 18}H${x - 38}Z`, {
      l: 0.92,
      c: 0.06,
      h: 80,
    }) +
    svgPath(rect(-200, 256, 800, 260, 20), lighter(palette.object, -0.06), 0.8)
  )
}

const niche: Room = (random, { top, bottom, object }) => {
  const x = 200 + random.between(-20, 20)
  const half = random.between(116, 138)
  const arc = (w: number, y: number) =>
    `M${x - w},500V${y + w}A${w},${w} 0 0 1 ${x + w},${y + w}V500Z`
  return (
    svgPath(arc(half + 22, -26), lighter(top, 0.045), 0.7) +
    svgPath(arc(half, 0), between(lighter(bottom, -0.02), object, 0.35))
  )
}

const drapes: Room = (_random, { top, bottom }) =>
  Array.from({ length: 15 }, (_, index) => {
    const x = -180 + index * 54
    const sway = (index * 37) % 11
    return (
      svgPath(
        `M${x},-200C${x + 8 + sway},60 ${x - 6},220 ${x + 4},500H${x + 26}C${x + 18},220 ${x + 32},60 ${x + 24},-200Z`,
        lighter(bottom, -0.035),
        0.6,
      ) +
      line(`M${x + 40},-200C${x + 46},60 ${x + 36},220 ${x + 42},500`, lighter(top, 0.07), 7, 0.35)
    )
  }).join("")

const fairyLights: Room = (random, palette) => {
  const drop = random.between(24, 50)
  const bulbs = Array.from({ length: 15 }, (_, index) => {
    const x = -80 + index * 40
    const phase = (((x % 160) + 160) % 160) / 160
    const y = 36 + drop * 4 * phase * (1 - phase)
    return circle(x, y + 7, 13, WARM, 0.2) + circle(x, y + 7, 4.4, { l: 0.96, c: 0.06, h: 85 })
  }).join("")
  const cord = Array.from({ length: 5 }, (_, index) => {
    const x = -160 + index * 160
    return line(
      `M${x},36Q${x + 80},${36 + drop * 2} ${x + 160},36`,
      lighter(palette.bottom, -0.12),
      1.6,
      0.8,
    )
  }).join("")
  return (
    cord +
    bulbs +
    svgPath(rect(-200, 250, 800, 260, 26), between(palette.object, palette.bottom, 0.3))
  )
}

const headboard: Room = (random, { bottom, object }) => {
  const colour = between(object, bottom, 0.25)
  const y = random.between(128, 150)
  const panels = Array.from({ length: 9 }, (_, index) =>
    svgPath(
      rect(-196 + index * 90, y, 84, 400, 16),
      lighter(colour, index % 2 === 0 ? 0.012 : -0.012),
    ),
  ).join("")
  const x = besides(random)
  return (
    svgPath(rect(-200, y - 8, 800, 420, 10), lighter(colour, -0.06)) +
    panels +
    ellipse([x, y - 62, 100, 80], "url(#lamp)")
  )
}

const discs: Room = (random, { top, bottom, object }) =>
  circle(
    random.between(60, 120),
    random.between(60, 130),
    random.between(80, 105),
    lighter(top, 0.06),
    0.8,
  ) +
  circle(
    random.between(290, 350),
    random.between(150, 230),
    random.between(90, 125),
    between(bottom, object, 0.45),
    0.75,
  ) +
  circle(
    random.between(285, 345),
    random.between(30, 66),
    random.between(20, 34),
    lighter(object, 0.08),
    0.85,
  )

const sun: Room = (random, { top, object }) => {
  const x = 200 + random.between(-46, 46)
  const r = random.between(112, 132)
  return (
    circle(x, 130, r + 20, lighter(top, 0.04), 0.6) +
    circle(x, 130, r, between(lighter(object, 0.1), top, 0.35))
  )
}

export const ROOMS = {
  window,
  shelf,
  greenery,
  gallery,
  lamp,
  niche,
  drapes,
  fairyLights,
  headboard,
  discs,
  sun,
} as const

export type RoomName = keyof typeof ROOMS

const NAMES = Object.keys(ROOMS) as unknown as readonly [RoomName, ...ReadonlyArray<RoomName>]

export const roomOf = (random: SeededRandom): RoomName => random.pick(NAMES)
