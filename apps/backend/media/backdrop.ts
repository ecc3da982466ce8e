/** The room behind somebody, on a field of 400 by 300: a wall with one or two quiet things. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between, lighter, type OklchColour } from "./colour.ts"
import type { Point } from "./curves.ts"
import type { Palette } from "./palette.ts"
import { circle, ellipse, line, radial, svgPath } from "./shapes.ts"

/** Pictures of other shapes are cut from the middle of the field, so rooms reach beyond its edges. */
const FIELD = "M-100,-120H500V420H-100Z"

type Room = (random: SeededRandom, palette: Palette) => string

const rect = (x: number, y: number, width: number, height: number, r = 0) =>
  `M${(x + r).toFixed(1)},${y.toFixed(1)}h${(width - 2 * r).toFixed(1)}q${r},0 ${r},${r}v${(height - 2 * r).toFixed(1)}q0,${r} ${-r},${r}h${(2 * r - width).toFixed(1)}q${-r},0 ${-r},${-r}v${(2 * r - height).toFixed(1)}q0,${-r} ${r},${-r}Z`

const WARM: OklchColour = { l: 0.93, c: 0.075, h: 80 }
const GREEN: OklchColour = { l: 0.5, c: 0.07, h: 150 }

const isDark = ({ top }: Palette) => top.l < 0.6

const pot = (x: number, y: number, colour: OklchColour) =>
  svgPath(`M${x - 17},${y}H${x + 17}L${x + 12},${y + 34}H${x - 12}Z`, colour) +
  svgPath(rect(x - 19, y - 4, 38, 9, 2), lighter(colour, 0.05))

const leaf = (x: number, y: number, [dx, dy]: readonly [number, number], colour: OklchColour) => {
  const [nx, ny] = [-dy * 0.3, dx * 0.3]
  const [mx, my] = [x + dx * 0.5, y + dy * 0.5]
  const [tx, ty] = [(x + dx).toFixed(1), (y + dy).toFixed(1)]
  return svgPath(
    `M${x},${y}Q${(mx + nx).toFixed(1)},${(my + ny).toFixed(1)} ${tx},${ty}Q${(mx - nx).toFixed(1)},${(my - ny).toFixed(1)} ${x},${y}Z`,
    colour,
  )
}

const plant = (random: SeededRandom, x: number, y: number, palette: Palette) => {
  const green = between(GREEN, palette.bottom, random.between(0.1, 0.4))
  return (
    [-64, -40, -14, 12, 38, 62]
      .map((angle, index) => {
        const turn = ((angle + random.between(-7, 7) - 90) * Math.PI) / 180
        const reach = random.between(62, 96)
        return leaf(
          x,
          y,
          [reach * Math.cos(turn), reach * Math.sin(turn)],
          lighter(green, index % 2 === 0 ? -0.03 : 0.04),
        )
      })
      .join("") + pot(x, y, lighter(palette.object, 0.03))
  )
}

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
    (random.chance(0.5) ? frame(random, 400 - x, 92, palette) : "")
  )
}

const frame = (random: SeededRandom, x: number, y: number, palette: Palette) => {
  const [w, h] = random.pick<Point>([
    [74, 92],
    [92, 70],
    [66, 66],
  ])
  const paper = { l: 0.93, c: 0.015, h: 85 }
  const paint = lighter(palette.object, random.between(-0.05, 0.12))
  const art = random.pick([
    () => circle(x, y, w * 0.24, paint),
    () => svgPath(`M${x - w * 0.3},${y + h * 0.28}q${w * 0.3},${-h * 0.75} ${w * 0.6},0Z`, paint),
    () =>
      line(
        `M${x - w * 0.25},${y}c${w * 0.12},${-h * 0.4} ${w * 0.3},${h * 0.4} ${w * 0.5},${-h * 0.1}`,
        paint,
        4,
      ),
  ])
  return (
    svgPath(rect(x - w / 2 - 4, y - h / 2 - 4, w + 8, h + 8, 2), lighter(palette.object, -0.12)) +
    svgPath(rect(x - w / 2, y - h / 2, w, h), paper) +
    art()
  )
}

const gallery: Room = (random, palette) =>
  frame(random, 66, random.between(78, 112), palette) +
  frame(random, 336, random.between(70, 104), palette) +
  (random.chance(0.6) ? frame(random, random.pick([-40, 440]), 100, palette) : "") +
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

/** Light falls on the wall beside the head: it sets off hair of any colour. */
export const backdrop = (random: SeededRandom, palette: Palette, room: RoomName) => {
  const { top, bottom } = palette
  const light = between({ ...top, l: top.l + 0.05 }, WARM, 0.14)
  const ground = radial(
    "ground",
    [random.between(0.42, 0.58), random.between(0.34, 0.44), 0.62],
    [
      { offset: 0, colour: light },
      { offset: 0.4, colour: top },
      { offset: 1, colour: bottom },
    ],
  )
  const lamplight = radial(
    "lamp",
    [0.5, 0.5, 0.5],
    [
      { offset: 0, colour: WARM, opacity: 0.6 },
      { offset: 1, colour: WARM, opacity: 0 },
    ],
  )
  return {
    defs: ground + lamplight,
    content: svgPath(FIELD, "url(#ground)") + ROOMS[room](random, palette),
  }
}
