/** What performers do at their desks: answer who asks for VIP, send viewers out, and change what their room is. */
import * as fc from "fast-check"
import { join } from "../room-scene.ts"
import { room, step, type Steps, tab } from "./step.ts"

const accepts = room.map((place) =>
  step(`${place} accepts`, async (evening) => {
    const session = await evening.waiting(place)
    if (session !== null) await evening.performs(place, { _tag: "AcceptVip", session })
  }),
)
/** As a page does by itself: a viewer whose request is accepted joins at once. */
const acceptsAndIsJoined = fc.tuple(room, tab).map(([place, number]) =>
  step(`${number} asks ${place} for VIP, and joins`, async (evening) => {
    const performerId = evening.roomOf(number)
    await evening.tabs.ask(number, { _tag: "RequestVip", performerId })
    const session = await evening.waiting(place)
    if (session === null) return
    await evening.performs(place, { _tag: "AcceptVip", session })
    await evening.tabs.ask(number, join(performerId, "vip"))
  }),
)
const declines = room.map((place) =>
  step(`${place} declines`, async (evening) => {
    const session = await evening.waiting(place)
    const reason = "straks"
    if (session !== null) await evening.performs(place, { _tag: "DeclineVip", session, reason })
  }),
)
const kicks = fc.tuple(room, tab).map(([place, pick]) =>
  step(`${place} removes ${pick}`, async (evening) => {
    const session = await evening.viewer(place, pick)
    if (session === null) return
    await evening.performs(place, { _tag: "Remove", session, reason: "kicked" })
  }),
)
const switches = fc
  .tuple(room, fc.constantFrom("free", "free", "chat", "paused", "offline"))
  .map(([place, mode]) => step(`${place} goes ${mode}`, (evening) => evening.switchTo(place, mode)))
const endsVip = room.map((place) =>
  step(`${place} ends VIP`, (evening) => evening.performs(place, { _tag: "StopVip" })),
)

export const PERFORMER_STEPS: ReadonlyArray<Steps> = [
  { arbitrary: accepts, weight: 4 },
  { arbitrary: acceptsAndIsJoined, weight: 2 },
  { arbitrary: declines, weight: 1 },
  { arbitrary: kicks, weight: 1 },
  { arbitrary: switches, weight: 2 },
  { arbitrary: endsVip, weight: 1 },
]
