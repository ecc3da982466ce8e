/** Random sequences of actions in a room, against a model of its members and payments. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { UpstreamRoomMode } from "@foldcast/contracts/upstream/chat-service"
import { LedgerRoom } from "./chat-room.fixture.ts"
import type { ChatSession } from "./chat-session.ts"

/** Reasons for keeping a hold: each is the viewer's own act. */
const LOSES: ReadonlySet<string> = new Set(["not_joined", "taken_back", "left"])

/** Who is let see her in each mode. */
const SEEING: Readonly<Record<UpstreamRoomMode, ReadonlyArray<ChatSession["mode"]>>> = {
  free: ["free", "chat"],
  chat: ["chat"],
  vip: ["vip"],
  paused: [],
  offline: [],
}
const isSeeing = ({ mode, paid }: ChatSession, roomMode: UpstreamRoomMode) =>
  SEEING[roomMode].includes(mode) && (mode === "free" || paid !== null)

/** Invariants after every step. */
const holds = (world: LedgerRoom, granted: number) => {
  const sessions = world.room.sessions()
  const alive = sessions.filter(({ ending }) => ending === null)
  const people = new Map(
    sessions.map(({ nickname, memberId, browser }) => [
      nickname.toLowerCase(),
      memberId ?? browser,
    ]),
  )
  for (const { nickname, memberId, browser } of sessions) {
    expect(people.get(nickname.toLowerCase())).toBe(memberId ?? browser)
  }
  const { members, count } = world.room.members()
  expect(members.length).toBe(people.size)
  const seeing = alive.filter((one) => isSeeing(one, world.room.mode))
  expect(count).toBe(new Set(seeing.map(({ nickname }) => nickname)).size)
  expect(alive.filter(({ mode }) => mode === "vip").length).toBeLessThanOrEqual(1)
  let held = 0
  for (const balance of world.balances.values()) {
    expect(balance).toBeGreaterThanOrEqual(0)
    held += balance
  }
  const settled = new Set(world.receipts.map(({ session }) => session))
  const ahead = [...world.paid].reduce((sum, [id, paid]) => sum + (settled.has(id) ? 0 : paid), 0)
  const cost = world.receipts.reduce((sum, { credits }) => sum + credits, 0)
  // No credit is lost or charged twice.
  expect(held + ahead + cost + world.kept).toBe(granted)
  // A room is exclusive only after VIP is joined.
  if (world.room.mode === "vip")
    expect(sessions.some(({ mode, paid }) => mode === "vip" && paid !== null)).toBe(true)
  for (const { isLost, reason } of world.holds) expect(!isLost || LOSES.has(reason)).toBe(true)
  expect(settled.size).toBe(world.receipts.length)
}

interface Model {
  readonly granted: number
  /** The test's sessions, in their order. */
  readonly sessions: Array<ChatSession>
}

type Step = fc.Command<Model, LedgerRoom>

const step = (name: string, run: (model: Model, world: LedgerRoom) => void): Step => ({
  check: () => true,
  run: (model, world) => {
    run(model, world)
    world.take()
    holds(world, model.granted)
  },
  toString: () => name,
})

const MEMBERS = ["sanne", "noor", "bram"]

const withSession = (
  name: string,
  pick: number,
  run: (session: ChatSession, world: LedgerRoom) => void,
): Step => {
  const one = step(`${name} ${pick}`, (model, world) => {
    const session = model.sessions[pick % model.sessions.length]
    if (session !== undefined && session.ending === null && !world.gone.has(session.id)) {
      run(session, world)
    }
  })
  return { ...one, check: (model) => model.sessions.length > 0 }
}

const isPaying = (world: LedgerRoom, member: string): boolean =>
  world.room.sessions().some(({ memberId, mode }) => memberId === member && mode !== "free")

const index = fc.nat({ max: 20 })
const of = (name: string, run: (session: ChatSession, world: LedgerRoom) => void) =>
  index.map((pick) => withSession(name, pick, run))
const always = (name: string, run: (world: LedgerRoom) => void) =>
  fc.constant(step(name, (_, world) => run(world)))

const commands = [
  fc.tuple(fc.constantFrom(...MEMBERS, null), index).map(([member, browser]) =>
    step(`watch ${member} ${browser}`, (model, world) => {
      const viewer = { memberId: member, browser: `b${browser}`, address: "", lang: "nl" as const }
      const older = world.room.olderOf(viewer)
      if (older !== undefined) world.room.kick(older, "duplicate_session", world.now)
      model.sessions.push(world.enter("free", member, `b${browser}`))
    }),
  ),
  fc.constantFrom(...MEMBERS).map((member) =>
    step(`pay ${member} chat`, (model, world) => {
      if (
        isPaying(world, member) ||
        world.room.paidEntryRefusal("chat", member, world.now) !== null
      )
        return
      if ((world.balances.get(member) ?? 0) < 60) return
      const session = world.enter("chat", member, "")
      model.sessions.push(session)
      world.room.connected(session, session.id, world.now)
    }),
  ),
  fc.tuple(fc.constantFrom(...MEMBERS), fc.boolean()).map(([member, isConnected]) =>
    step(`join VIP ${member}${isConnected ? "" : ", without a connection"}`, (model, world) => {
      if (world.room.paidEntryRefusal("vip", member, world.now) !== null) return
      if (world.room.joiningSession(member) !== null || isPaying(world, member)) return
      const session = world.joinsVip(member, "")
      model.sessions.push(session)
      if (isConnected) world.room.connected(session, session.id, world.now)
    }),
  ),
  of("connect", (session, world) => {
    if (session.mode === "vip") world.room.connected(session, session.id, world.now)
  }),
  of("ask and accept", (session, world) => {
    if (session.mode !== "vip") world.accepts(session)
  }),
  always("the engine begins anew", (world) => world.room.videoRestarted()),
  of("answer", (session, world) => world.room.answered(session, world.now)),
  of("leave", (session, world) => world.room.leave(session, world.now)),
  of("kick", (session, world) => world.room.kick(session, "kicked", world.now)),
  of("request", (session, world) => void world.room.requestVip(session, world.now)),
  of("stop", (session, world) => void world.room.stopVip(session, world.now)),
  of("accept", (session, world) => world.accept(session)),
  of("decline", (session, world) => world.room.declineVip(session, "not now")),
  of("rename", (session, world) => void world.room.changeNickname(session, "Sterre")),
  of("lose the connection", (session, world) => world.room.disconnected(session.connection ?? "")),
  fc
    .constantFrom("free" as const, "chat" as const, "paused" as const, "offline" as const)
    .chain((mode) => always(`go ${mode}`, (world) => world.room.switchTo(mode, world.now))),
  fc.integer({ min: 1, max: 40 }).chain((s) => always(`${s} s`, (w) => w.forward(s * 1_000))),
  always("the ledger", (world) => world.carryOutOne()),
  always("all of the ledger", (world) => world.carryOut()),
]

describe("a room under random actions", () => {
  it("loses no credit, no name and no session, and ends everything that it began", () => {
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 60, size: "max" }), (drawn) => {
        const world = new LedgerRoom()
        const granted = { sanne: 1_000, noor: 300, bram: 59 }
        for (const [member, balance] of Object.entries(granted)) world.balances.set(member, balance)
        const model: Model = { granted: 1_359, sessions: [] }
        fc.modelRun(() => ({ model, real: world }), drawn)
        // All remaining sessions end by themselves without answers.
        for (let round = 0; round < 4; round += 1) {
          world.forward(30_000)
          world.carryOut()
        }
        const paid = model.sessions.filter(({ mode }) => mode !== "free")
        expect(world.receipts.length).toBe(paid.length)
        for (const { paid: ahead, credits } of world.receipts) {
          expect(credits).toBeLessThanOrEqual(ahead)
        }
        // An ended session receives its end and nothing after it.
        for (const session of paid) {
          const told = world.toldTo(session)
          const end = told.findLastIndex((name) => name === "custom")
          expect(told.slice(end + 1).every((name) => ENDS.has(name))).toBe(true)
        }
        holds(world, model.granted)
        expect(world.room.hold).toBeNull()
        // Each hold ended once: by a session that used it, or without one.
        const used = paid.filter(({ mode }) => mode === "vip").length
        expect(used + world.holds.length).toBe(world.holdsTaken)
      }),
      // Each run has up to 60 steps; 100,000 steps in the proof.
      { numRuns: process.env["PROOF"] === "full" ? 2_000 : 300 },
    )
  })
})

const ENDS: ReadonlySet<string> = new Set(["kick", "stop-vip", "vip-disconnect"])
