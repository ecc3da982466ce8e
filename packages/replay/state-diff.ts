/**
 * What differs between two states, member by member. Pure; for people who ask what one event changed.
 */
export interface StateChange {
  /** For example `wallet.content.bundles[2].credits`. */
  readonly path: string
  /** Undefined where the member was not there before. */
  readonly before: unknown
  /** Undefined where the member is not there any more. */
  readonly after: unknown
}

type Members = Readonly<Record<string, unknown>>

const membersOf = (value: unknown): Members | undefined =>
  value !== null && typeof value === "object" ? (value as Members) : undefined

const step = (path: string, key: string, isItem: boolean): string => {
  if (isItem) return `${path}[${key}]`
  return path === "" ? key : `${path}.${key}`
}

export const stateDiff = (
  before: unknown,
  after: unknown,
  path = "",
): ReadonlyArray<StateChange> => {
  if (Object.is(before, after)) return []
  const [old, young] = [membersOf(before), membersOf(after)]
  if (old === undefined || young === undefined || Array.isArray(before) !== Array.isArray(after))
    return [{ path, before, after }]
  const keys = new Set([...Object.keys(old), ...Object.keys(young)])
  return [...keys].flatMap((key) =>
    stateDiff(old[key], young[key], step(path, key, Array.isArray(after))),
  )
}
