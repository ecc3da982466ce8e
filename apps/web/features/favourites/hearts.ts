/**
 * The state of every performer's heart, computed once for all cards of a list, and the hearts that changed between
 * two states. Pure.
 */
import { isMember } from "@foldcast/folds/account"
import { favouriteRefusal, keptIds } from "@foldcast/folds/favourites"
import type { SiteState } from "@foldcast/folds/site-state"

export type HeartRefusal = NonNullable<ReturnType<typeof favouriteRefusal>>

export interface Hearts {
  readonly hasMember: boolean
  readonly kept: ReadonlySet<string>
  readonly refusal: HeartRefusal | null
}

export const heartsOf = (state: SiteState): Hearts => ({
  hasMember: isMember(state),
  kept: keptIds(state),
  refusal: favouriteRefusal(state),
})

export type Standing = "guest" | "kept" | "open"

export const standingOf = ({ hasMember, kept }: Hearts, performerId: string): Standing =>
  hasMember ? (kept.has(performerId) ? "kept" : "open") : "guest"

/** The last refusal if it was for this performer; null otherwise. */
export const heartRefusal = ({ refusal }: Hearts, performerId: string): HeartRefusal | null =>
  refusal?.performerId === performerId ? refusal : null

const without = (ids: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...ids].filter((id) => !others.has(id))

/** Null: all hearts changed. */
export const changedHearts = (before: Hearts, now: Hearts): ReadonlyArray<string> | null => {
  if (before.hasMember !== now.hasMember) return null
  const refusals = before.refusal === now.refusal ? [] : [before.refusal, now.refusal]
  return [
    ...without(before.kept, now.kept),
    ...without(now.kept, before.kept),
    ...refusals.flatMap((refusal) => refusal?.performerId ?? []),
  ]
}
