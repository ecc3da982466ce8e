/** What stands and hangs in rooms. Pure. */
import type { SeededRandom } from "../seeded-random.ts"
import { between, lighter, type OklchColour } from "./colour.ts"
import type { FieldPoint } from "./curves.ts"
import type { Palette } from "./palette.ts"
import { circle, line, svgPath } from "./shapes.ts"

/** A rectangle with round corners, as a path. */
export const rect = (x: number, y: number, width: number, height: number, r = 0) =>
  `M${(x + r).toFixed(1)},${y.toFixed(1)}h${(width - 2 * r).toFixed(1)}q${r},0 ${r},${r}v${(height - 2 * r).toFixed(1)}q0,${r} ${-r},${r}h${(2 * r - width).toFixed(1)}q${-r},0 ${-r},${-r}v${(2 * r - height).toFixed(1)}q0,${-r} ${r},${-r}Z`

/** Lamplight. */
export const WARM: OklchColour = { l: 0.93, c: 0.075, h: 80 }
const GREEN: OklchColour = { l: 0.5, c: 0.07, h: 150 }

export const isDark = ({ top }: Palette) => top.l < 0.6

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

export const plant = (random: SeededRandom, x: number, y: number, palette: Palette) => {
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

/** A picture on the wall. */
export const wallPicture = (random: SeededRandom, x: number, y: number, palette: Palette) => {
  const [w, h] = random.pick<FieldPoint>([
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
