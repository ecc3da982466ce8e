/** A whole number in a query. Pure. */

/** Exact in every language that reads it. */
export const MAX_EXACT = 999_999_999_999_999

/** Null where it is not given; undefined where it is no whole number of `least` to `most`. */
export const wholeNumberIn = (
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
): number | null | undefined => {
  const text = query.get(name)
  if (text === null) return null
  const value = /^\d{1,15}$/u.test(text) ? Number(text) : -1
  return value >= least && value <= most ? value : undefined
}
