/**
 * The room that this document is in, rendered once a frame at most. Whoever shows a part of it reads it here, so that
 * all parts change in the same frame.
 */
import "@foldcast/folds/with-room"
import { useSyncExternalStore } from "react"
import type { RoomState } from "@foldcast/folds/room-state"
import { perRuntime } from "../../../runtime/per-runtime.ts"
import { useRuntime } from "../../../runtime/react.tsx"
import { scheduleNextFrame, throttledByFrame, type ValueSource } from "./frame-throttle.ts"

const throttledRoomOf = perRuntime((runtime): ValueSource<RoomState | null> =>
  throttledByFrame(
    {
      now: () => runtime.getState().room,
      subscribe: (listener) => {
        const subscription = runtime.state$.subscribe(listener)
        return () => {
          subscription.unsubscribe()
        }
      },
    },
    scheduleNextFrame,
  ),
)

/** Null: none yet. */
export const useThrottledRoom = (): RoomState | null => {
  const { subscribe, now } = throttledRoomOf(useRuntime())
  return useSyncExternalStore(subscribe, now)
}

/** Null before this document joined that performer's room. */
export const useRoomOf = (performerId: string): RoomState | null => {
  const room = useThrottledRoom()
  return room?.performerId === performerId ? room : null
}
