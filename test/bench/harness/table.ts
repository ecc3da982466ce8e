/** Formats the benchmarks' figures as a table. */
import { meets, type Target } from "../../support/statistics.ts"
import type { Row, Unit } from "./bench.ts"

const figure = (value: number, unit: Unit) => {
  const digits = unit === "" ? 3 : unit === "×" ? 2 : value < 10 ? 1 : 0
  return `${value.toFixed(digits)} ${unit}`.trimEnd()
}

const bound = (target: Target | null, unit: Unit) => {
  if (target === null) return ""
  return target.atLeast === undefined
    ? `≤ ${figure(target.atMost, unit)}`
    : `≥ ${figure(target.atLeast, unit)}`
}

export const verdict = ({ measured, target }: Row): "met" | "missed" | "" => {
  if (target === null) return ""
  return meets(measured, target) ? "met" : "missed"
}

export const tableOf = (title: string, rows: ReadonlyArray<Row>): string => {
  const cells = rows.map((row) => [
    row.what,
    figure(row.measured, row.unit),
    bound(row.target, row.unit),
    verdict(row),
    row.absolute,
  ])
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((line) => (line[column] ?? "").length)),
  )
  const lines = cells.map((line) =>
    line
      .map((cell, column) => {
        const width = widths[column]
        if (width === undefined) return cell
        return column === 1 || column === 2 ? cell.padStart(width) : cell.padEnd(width)
      })
      .join("  ")
      .trimEnd(),
  )
  return [title, ...lines.map((line) => `  ${line}`)].join("\n")
}
