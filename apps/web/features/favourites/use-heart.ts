/** One performer's heart. A component that uses it renders again only when that heart changes. */
"use no memo"

import { useCallback, useSyncExternalStore } from "react"
import { type Keyed, keyedSelectionOf } from "../../runtime/keyed-selection.ts"
import { useRuntime } from "../../runtime/react.tsx"
import {
  changedHearts,
  type Hearts,
  heartsOf,
  type HeartRefusal,
  heartRefusal,
  type Standing,
  standingOf,
} from "./hearts.ts"

const HEARTS: Keyed<Hearts> = { select: heartsOf, changed: changedHearts }

export interface Heart {
  readonly standing: Standing
  readonly refusal: HeartRefusal | null
}

export const useHeart = (performerId: string): Heart => {
  const hearts = keyedSelectionOf(useRuntime(), HEARTS)
  const subscribe = useCallback(
    (listener: () => void) => hearts.subscribe(performerId, listener),
    [hearts, performerId],
  )
  const standing = useSyncExternalStore(
    subscribe,
    () => standingOf(hearts.now(), performerId),
    () => standingOf(hearts.first(), performerId),
  )
  const refusal = useSyncExternalStore(
    subscribe,
    () => heartRefusal(hearts.now(), performerId),
    () => heartRefusal(hearts.first(), performerId),
  )
  return { standing, refusal }
}
