/** A viewer watches on until something has come of it. */
import { answeredInTime } from "./answered-in-time.ts"
import type { QuickRooms } from "./quick-rooms.ts"
import type { RoomTab } from "./room-tab.ts"

/**
 * Waits until the tab is charged for another interval or its session ends. In a pause it waits for two pings
 * instead.
 */
export const watchOn = async (world: QuickRooms, tab: RoomTab): Promise<void> => {
  const paid = () => tab.state.room?.paid ?? null
  const before = paid()
  if (before === null || tab.session?.mode === "free") return
  const { performer } = await world.seen(tab.state.room?.performerId ?? "")
  if (performer.mode === "paused") {
    const pings = () => tab.browserTab.stream.frames.filter(({ k }) => k === "ping").length
    const soFar = pings()
    const isLonger = () => pings() >= soFar + 2 || tab.session === null
    await answeredInTime("a pause", tab.browserTab.stream.until(isLonger))
    return
  }
  await answeredInTime(
    "a paid interval",
    tab.browserTab.stream.until(() => paid()?.credits !== before.credits || tab.session === null),
  )
}
