/** Reads a whole number from a query. Pure. */

/** Fifteen digits: exact as a double in every language. */
export const MAX_EXACT = 999_999_999_999_999

/** Null: the parameter is missing. Undefined: it is no whole number from `least` to `most`. */
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
