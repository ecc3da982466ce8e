/** Smooth outlines through points (Catmull-Rom splines as cubic curves). Pure. */
import { at } from "./shapes.ts"

export type FieldPoint = readonly [x: number, y: number]

const pair = ([x, y]: FieldPoint) => `${at(x)},${at(y)}`

/** The control points between two neighbours follow the points around them. */
const bend = (before: FieldPoint, from: FieldPoint, to: FieldPoint, after: FieldPoint) => {
  const out: FieldPoint = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
  const into: FieldPoint = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
  return `C${pair(out)} ${pair(into)} ${pair(to)}`
}

/** From the first point, to which the pen has moved already, through the others. */
const through = (points: ReadonlyArray<FieldPoint>) =>
  points
    .slice(1)
    .map((to, index) => {
      const from = points[index] ?? to
      return bend(points[index - 1] ?? from, from, to, points[index + 2] ?? to)
    })
    .join("")

/** A line through all points. */
export const curve = (points: ReadonlyArray<FieldPoint>): string =>
  points[0] === undefined ? "" : `M${pair(points[0])}${through(points)}`

/** A shape without corners. */
export const blob = (points: ReadonlyArray<FieldPoint>): string => {
  const [first] = points
  if (first === undefined) return ""
  const around = points.map((to, index) => {
    const at = (offset: number) => points.at((index + offset) % points.length) ?? to
    return bend(at(-1), to, at(1), at(2))
  })
  return `M${pair(first)}${around.join("")}Z`
}

/** A shape of several lines, with a corner where one ends and the next begins. */
export const outline = (...runs: ReadonlyArray<ReadonlyArray<FieldPoint>>): string => {
  const [first] = runs[0] ?? []
  if (first === undefined) return ""
  const [opening, ...others] = runs
  const joined = others.map((run) =>
    run[0] === undefined ? "" : `L${pair(run[0])}${through(run)}`,
  )
  return `M${pair(first)}${through(opening ?? [])}${joined.join("")}Z`
}
