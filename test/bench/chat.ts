/**
 * A busy open room: how soon it responds to a member who writes, whether a long task blocks it, and whether its
 * memory stays constant. The whole site as real processes: the performer's messages go through the chat service and
 * the gateway to the page.
 */
import { openBrowser } from "../support/browser.ts"
import { HELD_WORLD } from "../support/demo-world.ts"
import { startWorld } from "../support/world.ts"
import { measureBusyRoom } from "./browse/busy-room.ts"
import type { Bench } from "./harness/bench.ts"

const MEGABYTE = 1_048_576
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(1)} MB`

export const chat: Bench = {
  name: "chat",
  title: "A room in which fifty messages a second are said",
  run: async ({ quick }) => {
    const world = await startWorld(HELD_WORLD)
    const browser = await openBrowser()
    try {
      const room = await measureBusyRoom(browser, world, {
        rounds: quick ? 1 : 3,
        watchedMs: quick ? 3_000 : 15_000,
        messages: quick ? 1_000 : 20_000,
      })
      const worst = room.slowest.slice(0, 3).map(({ what, ms }) => `${what} ${ms} ms`)
      return [
        {
          what: "interaction to next paint, processor 4× slower",
          measured: room.inp,
          unit: "ms",
          target: { atMost: 200 },
          absolute: `${room.interactions} interactions, ${room.perSecond.toFixed(0)} messages a second came; slowest: ${worst.join(", ")}`,
        },
        {
          what: "longest task",
          measured: room.longest,
          unit: "ms",
          target: { atMost: 50 },
          absolute: `${room.over50} over 50 ms; 0 where none was`,
        },
        {
          what: `memory after ${room.messages.toLocaleString("en")} messages, of that after ${room.messagesBefore.toLocaleString("en")}`,
          measured: room.heapAfter / room.heapBefore,
          unit: "×",
          target: { atMost: 1.1 },
          absolute: `${megabytes(room.heapAfter)} against ${megabytes(room.heapBefore)}, after collecting`,
        },
      ]
    } finally {
      await browser.close()
      await world.close()
    }
  },
}
