/** Reads values of a query; one that cannot be read refuses the request with the name of its field. Pure. */
import { Result } from "effect"

export interface Unreadable {
  readonly field: string
}

export type Read<A> = Result.Result<A, Unreadable>

export const unreadable = (field: string): Read<never> => Result.fail({ field })

/** Without leading zeros, of at most six digits. */
export const wholeNumber = (
  query: URLSearchParams,
  field: string,
  {
    otherwise,
    least,
    most,
  }: { readonly otherwise: number; readonly least: number; readonly most: number },
): Read<number> => {
  const text = query.get(field)
  if (text === null) return Result.succeed(otherwise)
  const value = /^(?:0|[1-9]\d{0,5})$/u.test(text) ? Number(text) : -1
  return value >= least && value <= most ? Result.succeed(value) : unreadable(field)
}
