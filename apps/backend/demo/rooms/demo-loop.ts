/**
 * Which of the media engine's drawn loops stands in for a demo performer: always the same one, and the one that looks
 * most like her pictures. Pure.
 */
import { type Looks, looksOf } from "../../media/looks.ts"
import { DEMO_ID_PREFIX } from "../performers/demo-performers.ts"

/** `portrait-1` to `portrait-8`, with the looks that each was drawn with. */
const LOOPS = Array.from({ length: 8 }, (_, index) => ({
  name: `portrait-${index + 1}`,
  looks: looksOf(`loop ${index + 1}`),
}))

/** The most visible differences weigh most. */
const unlikeness = (one: Looks, other: Looks): number =>
  (one.gender === other.gender ? 0 : 10) +
  (one.hairColour === other.hairColour ? 0 : 1 + Math.abs(one.hair.l - other.hair.l)) +
  3 * Math.abs(one.skin.l - other.skin.l) +
  (one.hairStyle === other.hairStyle ? 0 : 0.5)

/** Null for anybody but demo performers. */
export const demoLoopOf = (performerId: string): string | null => {
  if (!performerId.startsWith(DEMO_ID_PREFIX)) return null
  const hers = looksOf(performerId)
  const [nearest] = LOOPS.toSorted(
    (one, other) => unlikeness(hers, one.looks) - unlikeness(hers, other.looks),
  )
  return nearest?.name ?? null
}
