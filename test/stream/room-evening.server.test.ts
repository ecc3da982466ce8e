/**
 * The events that a browser received during an evening in a room, the events in the log, and both in chunks of any
 * size fold to one state. The actions of the two viewers are random, in any order, with a gateway crash in the
 * middle.
 */
import * as fc from "fast-check"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Command } from "@foldcast/contracts/commands/command"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold, foldAll } from "@foldcast/folds/site"
import "@foldcast/folds/with-room"
import type { TestTab } from "../support/test-tabs.ts"
import { answerPings, join, RoomScene } from "../support/room-scene.ts"

let scene: RoomScene
beforeAll(async () => {
  scene = await RoomScene.start()
})
afterAll(() => scene.stop())

const EVENINGS = process.env["PROOF"] === "full" ? 120 : 4
const DEEDS = 12

type Deed = (performerId: string) => Command | (() => Promise<unknown>)
const say = (message: string, messageType: "room" | "host" = "room"): Deed => {
  return (performerId) => ({ _tag: "SendRoomMessage", performerId, message, messageType })
}
const act =
  (what: string, message?: string): Deed =>
  (performerId) =>
  () =>
    scene.acts(performerId, what, message)
const tip = { tipType: "kiss", message: "", isPublic: true } as const

const DEED_OF = {
  free: (performerId) => join(performerId),
  private: (performerId) => join(performerId, "chat"),
  leave: (performerId) => ({ _tag: "LeaveRoom", performerId }),
  write: say("hallo"),
  whisper: say("voor jou", "host"),
  rename: (performerId) => ({ _tag: "ChangeNickname", performerId, nickname: "sterre" }),
  tip: (performerId) => ({ _tag: "SendTip", performerId, amount: 150, ...tip }),
  toy: (performerId) => ({ _tag: "SendToyTip", performerId, amount: 50 }),
  vip: (performerId) => ({ _tag: "RequestVip", performerId }),
  accepted: act("accept"),
  declined: act("decline", "straks"),
  vipOver: (performerId) => ({ _tag: "StopVip", performerId }),
  camera: (performerId) => ({ _tag: "StartCamBack", performerId }),
  announced: act("announce", "straks meer"),
  said: act("say", "welkom"),
} as const satisfies Readonly<Record<string, Deed>>
const DEED_NAMES = Object.keys(DEED_OF) as ReadonlyArray<keyof typeof DEED_OF>

const foldedBy = (entries: ReadonlyArray<LogEntry>, size: number) => {
  let state = INITIAL_STATE
  for (let at = 0; at < entries.length; at += size) {
    state = foldAll(state, entries.slice(at, at + size))
  }
  return state
}

const received = (...streams: ReadonlyArray<TestTab["stream"]>): ReadonlyArray<LogEntry> =>
  streams.flatMap(({ events }) => events.map((envelope) => ({ kind: "event", envelope }) as const))

/** The log's events up to the last received one, as a browser without earlier events gets them. */
const fromLog = async (
  { browser, visit, stream }: TestTab,
  last: number,
): Promise<ReadonlyArray<LogEntry>> => {
  const { epoch } = await stream.first("hello")
  const again = await scene.attach(browser, { visit, epoch, seq: "0" })
  await again.until(() => (again.positions.at(-1) ?? 0) >= last)
  return received(again).filter((entry) => entry.kind === "event" && entry.envelope.seq <= last)
}

const evening = async (before: ReadonlyArray<string>, after: ReadonlyArray<string>) => {
  const performerId = await scene.performer()
  const member = await scene.watching(performerId, await scene.member(2_000))
  const guest = await scene.watching(performerId)
  answerPings(member)
  const live = async (viewer: TestTab, names: ReadonlyArray<string>) => {
    for (const name of names) {
      const deed = DEED_OF[name as keyof typeof DEED_OF](performerId)
      // A refusal is a fact as well.
      if (typeof deed === "function") await deed().catch(() => null)
      else await viewer.ask(deed)
    }
  }
  await live(member, before)
  await scene.restart()
  const [memberBack, guestBack] = [await scene.back(member), await scene.back(guest)]
  answerPings(memberBack)
  await live(memberBack, after)
  return [
    [member, memberBack],
    [guest, guestBack],
  ] as const
}

it("the facts of an evening in a room fold to one state, however they came and in however many at once", async () => {
  const deeds = fc.array(fc.constantFrom(...DEED_NAMES), { minLength: 1, maxLength: DEEDS })
  await fc.assert(
    fc.asyncProperty(deeds, deeds, fc.integer({ min: 2, max: 9 }), async (before, after, size) => {
      for (const [first, then] of await evening(before, after)) {
        const seen = received(first.stream, then.stream)
        const positions = [...first.stream.positions, ...then.stream.positions]
        const log = await fromLog(then, positions.at(-1) ?? 0)
        expect(positions).toEqual(positions.map((_, place) => place + (positions[0] ?? 0)))
        const ofLog = log.slice(-seen.length)
        expect(seen).toEqual(ofLog)
        const state = seen.reduce(fold, INITIAL_STATE)
        expect(foldedBy(seen, size)).toEqual(state)
        expect(foldedBy(ofLog, 1_000)).toEqual(state)
        expect(state.room).not.toBeNull()
      }
    }),
    { numRuns: EVENINGS },
  )
}, 600_000)
