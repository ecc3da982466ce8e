/**
 * The arithmetic of the benchmarks: medians, quantiles, ratios per round, and whether a figure meets its target;
 * and whether two sets of times can be distinguished. Pure.
 */

const sorted = (values: ReadonlyArray<number>) => values.toSorted((a, b) => a - b)

/** The middle value, or the mean of the two middle ones; NaN for an empty list. */
export const median = (values: ReadonlyArray<number>): number => {
  const ordered = sorted(values)
  const middle = ordered.length / 2
  const [low = Number.NaN, high = Number.NaN] = [
    ordered[Math.ceil(middle) - 1],
    ordered[Math.floor(middle)],
  ]
  return (low + high) / 2
}

/** The value that the share `q` (0 to 1) of the values does not exceed (nearest rank); NaN for an empty list. */
export const quantile = (values: ReadonlyArray<number>, q: number): number =>
  sorted(values)[Math.max(0, Math.ceil(q * values.length) - 1)] ?? Number.NaN

/**
 * The median of the ratios per round. The two figures of a round were measured side by side, so a temporary
 * slowdown of the machine affects both.
 */
export const medianRatio = (of: ReadonlyArray<number>, against: ReadonlyArray<number>): number => {
  if (of.length !== against.length) throw new Error("every round needs a figure of both sides")
  return median(of.map((figure, round) => figure / (against[round] ?? Number.NaN)))
}

export type Target =
  | { readonly atLeast: number; readonly atMost?: never }
  | { readonly atMost: number; readonly atLeast?: never }

/** NaN meets no target. */
export const meets = (measured: number, target: Target): boolean =>
  target.atLeast === undefined ? measured <= target.atMost : measured >= target.atLeast

/**
 * Whether one set of values tends to be greater than the other (Mann and Whitney's rank sum), in standard
 * deviations from what chance alone would give: above 0 where `a` is greater. Equal values share their
 * ranks. With ten values or more of each, two sets of one distribution are beyond 3.9 either way in one
 * comparison of ten thousand; two sets without any overlap, of twenty each, are at 5.4.
 */
export const rankDifference = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  // Pairs in which a is greater; half a pair if they are equal.
  const wins = a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0)))
  const won = wins.reduce<number>((sum, win) => sum + win, 0)
  const pairs = a.length * b.length
  return (won - pairs / 2) / Math.sqrt((pairs * (a.length + b.length + 1)) / 12)
}
