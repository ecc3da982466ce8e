/** What viewers do: enter and leave rooms, write, tip, ask for VIP, reload, and watch on. */
import * as fc from "fast-check"
import type { Command } from "@foldcast/contracts/commands/command"
import { join } from "../room-scene.ts"
import { ofTab, room, step, type Steps, tab, told } from "./step.ts"

const joins = fc
  .tuple(
    tab,
    room,
    fc.constantFrom("free" as const, "free" as const, "chat" as const, "vip" as const),
  )
  .map(([number, place, mode]) =>
    step(`${number} joins ${mode} in ${place}`, (evening) =>
      evening.tabs.ask(number, join(evening.performer(place), mode)),
    ),
  )

export const tip = (performerId: string, amount: number): Command => ({
  _tag: "SendTip",
  performerId,
  amount,
  tipType: amount === 50 ? "wink" : amount === 150 ? "kiss" : amount === 350 ? "drink" : "heart",
  message: "",
  isPublic: true,
})
const tips = fc
  .constantFrom(50, 150, 350, 500)
  .chain((amount) => told(`tips ${amount}`, (performerId) => tip(performerId, amount)))

/** Two tabs at the same moment. */
const together = fc
  .tuple(tab, tab, room, fc.constantFrom("free" as const, "chat" as const))
  .map(([a, b, place, mode]) =>
    step(`${a} and ${b} join ${mode} in ${place}`, async (evening) => {
      const there = join(evening.performer(place), mode)
      await Promise.all([
        evening.tabs.ask(a, there),
        a === b ? undefined : evening.tabs.ask(b, there),
      ])
    }),
  )

const leaves = told("leaves", (performerId) => ({ _tag: "LeaveRoom", performerId }))
const writes = told("writes", (performerId) => ({
  _tag: "SendRoomMessage",
  performerId,
  message: "hallo",
  messageType: "room",
}))
const movesToy = told("moves the toy", (performerId) => ({
  _tag: "SendToyTip",
  performerId,
  amount: 50,
}))
const asksForVip = told("asks for VIP", (performerId) => ({ _tag: "RequestVip", performerId }))
const stopsVip = told("stops VIP", (performerId) => ({ _tag: "StopVip", performerId }))
const isCalledSterre = told("is called sterre", (performerId) => ({
  _tag: "ChangeNickname",
  performerId,
  nickname: "sterre",
}))

export const VIEWER_STEPS: ReadonlyArray<Steps> = [
  { arbitrary: joins, weight: 8 },
  { arbitrary: leaves, weight: 2 },
  { arbitrary: writes, weight: 2 },
  { arbitrary: tips, weight: 3 },
  { arbitrary: movesToy, weight: 1 },
  { arbitrary: ofTab("tips again", (evening, number) => evening.tabs.tipAgain(number)), weight: 1 },
  { arbitrary: asksForVip, weight: 4 },
  { arbitrary: stopsVip, weight: 1 },
  { arbitrary: isCalledSterre, weight: 1 },
  { arbitrary: ofTab("reloads", (evening, number) => evening.tabs.reload(number)), weight: 1 },
  {
    arbitrary: ofTab("is attached anew", (evening, number) => evening.tabs.reattach(number)),
    weight: 1,
  },
  { arbitrary: together, weight: 2 },
  { arbitrary: ofTab("watches on", (evening, number) => evening.pass(number)), weight: 4 },
]
