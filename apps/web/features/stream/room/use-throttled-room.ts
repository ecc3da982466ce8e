/** The room that this document is in, rendered once a frame at most; null: none yet. */
import "@foldcast/folds/with-room"
import { useState, useSyncExternalStore } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import type { SiteState } from "@foldcast/folds/site-state"
import { useRuntime } from "../../../runtime/react.tsx"
import { selectionOf } from "../../../runtime/selection.ts"
import { scheduleNextFrame, throttledByFrame } from "./frame-throttle.ts"

const selectRoom = ({ room }: SiteState) => room

export const useThrottledRoom = (): RoomState | null => {
  const runtime = useRuntime()
  const [shown] = useState(() =>
    throttledByFrame(selectionOf(runtime, selectRoom), scheduleNextFrame),
  )
  return useSyncExternalStore(shown.subscribe, shown.now)
}
