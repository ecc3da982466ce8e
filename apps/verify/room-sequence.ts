/**
 * The order of events in a room. A contract fixes the shape of each event; this checks the received events of a
 * whole evening and reports each step that breaks a rule. Pure.
 *
 * Source of the rules: UA40 to UA44, UA56 and UA75 of docs/upstream-assumptions.md.
 */
import { type Mismatch, shown } from "./matching.ts"

export type RoomStep =
  /** A call that entered a member returned this session. */
  | { readonly _tag: "Entered"; readonly session: string }
  /** Whether the viewer sees the picture, as the client reports from here on. */
  | { readonly _tag: "Said"; readonly session: string; readonly sees: boolean }
  /** Received over the lobby's connection, or the session's own. */
  | {
      readonly _tag: "Told"
      readonly over: "lobby" | "session"
      readonly name: string
      readonly payload: Readonly<Record<string, unknown>>
    }
  /** The member's balance before and after their own tip with this id. */
  | {
      readonly _tag: "Tipped"
      readonly id: string
      readonly amount: number
      readonly before: number
      readonly after: number
    }

interface PaidSoFar {
  readonly stage: string
  readonly credits: number
  readonly seconds: number
  readonly isRunning: boolean
}

interface Seen {
  readonly entered: Set<string>
  readonly requested: Set<string>
  /** Sessions for which VIP is held now. */
  readonly held: Set<string>
  readonly kicked: Set<string>
  /** Sessions that reported that they see no picture. */
  readonly unseeing: Set<string>
  readonly paid: Map<string, PaidSoFar>
  readonly moved: Set<string>
  isClosed: boolean
}

/** Events of the whole room, which may precede its first session and follow its closing. */
const OF_THE_ROOM: ReadonlySet<string> = new Set(["keep-alive", "chat-switch"])

type Rule = (
  seen: Seen,
  step: Extract<RoomStep, { readonly _tag: "Told" }>,
  session: string | null,
) => readonly [expected: string, actual: string] | null

const isPaidTime = (payload: Readonly<Record<string, unknown>>) =>
  typeof payload["name"] === "string" && payload["name"].startsWith("paid-time-")

/** A missing value keeps its earlier one. */
const paidIn = (
  { name, data }: Readonly<Record<string, unknown>>,
  before: PaidSoFar | undefined,
): PaidSoFar => {
  const { credits, seconds, isRunning } = (data ?? {}) as Readonly<Record<string, unknown>>
  return {
    stage: String(name),
    credits: typeof credits === "number" ? credits : 0,
    seconds: typeof seconds === "number" ? seconds : 0,
    isRunning: typeof isRunning === "boolean" ? isRunning : (before?.isRunning ?? true),
  }
}

const RULES: ReadonlyArray<Rule> = [
  (seen, { name }, session) =>
    session === null || seen.entered.has(session)
      ? null
      : ["a session that a call has entered", `${name} of the session ${session}`],
  (seen, { name }, session) =>
    name !== "accept-vip" || (session !== null && seen.requested.has(session))
      ? null
      : ["a request for VIP before it is accepted", "accept-vip without one"],
  (seen, { name }, session) =>
    session !== null && seen.kicked.has(session)
      ? [`nothing more for a session that was kicked`, name]
      : null,
  (seen, { name }) =>
    seen.isClosed && !OF_THE_ROOM.has(name) && name !== "kick" && name !== "custom"
      ? ["nothing more after room-closed but that she is back", name]
      : null,
  (seen, { name, payload }) =>
    (name === "tip" || name === "ft-tip") && !seen.moved.has(String(payload["id"]))
      ? ["a movement of the ledger for every tip", `the tip ${shown(payload["id"])} without one`]
      : null,
  (seen, { name, payload }, session) => {
    if (name !== "custom" || !isPaidTime(payload)) return null
    const before = seen.paid.get(session ?? "")
    const now = paidIn(payload, before)
    const isFirst = now.stage === "paid-time-started"
    if (isFirst !== (before === undefined)) {
      return [
        "paid-time-started first, and once",
        `${now.stage} after ${before?.stage ?? "nothing"}`,
      ]
    }
    if (before === undefined) return null
    if (before.stage === "paid-time-ended") return ["nothing after paid-time-ended", now.stage]
    const isFalling = now.stage === "paid-time-charged" && now.credits < before.credits
    return isFalling ? ["totals that never fall", shown(payload["data"])] : null
  },
]

const stageOf = (name: string, { name: custom }: Readonly<Record<string, unknown>>) =>
  name === "custom" ? custom : null

/** UA75, and UA40's `isRunning`. */
const RULES_OF_STANDING_TIME: ReadonlyArray<Rule> = [
  (seen, { name, payload }, session) => {
    if (name !== "custom" || !isPaidTime(payload)) return null
    const before = seen.paid.get(session ?? "")
    if (before === undefined || before.isRunning) return null
    const { credits, seconds } = paidIn(payload, before)
    return credits > before.credits || seconds > before.seconds
      ? ["totals that stand while time does", shown(payload["data"])]
      : null
  },
  (seen, { name, payload }, session) =>
    stageOf(name, payload) === "paid-time-charged" &&
    seen.unseeing.has(session ?? "") &&
    seen.paid.get(session ?? "")?.isRunning === false &&
    paidIn(payload, undefined).isRunning
      ? ["time that stands until a picture is seen", shown(payload["data"])]
      : null,
]

const RULES_OF_HOLDS: ReadonlyArray<Rule> = [
  (seen, { name, payload }, session) =>
    stageOf(name, payload) !== "vip-held" || (session !== null && seen.requested.has(session))
      ? null
      : ["a request for VIP before anything is held for it", "vip-held without one"],
  (seen, { name, payload }, session) =>
    stageOf(name, payload) !== "vip-hold-ended" || (session !== null && seen.held.has(session))
      ? null
      : ["the end of what is held once, and after it was", "vip-hold-ended without vip-held"],
]

const note = (
  seen: Seen,
  { name, payload }: Extract<RoomStep, { readonly _tag: "Told" }>,
  session: string | null,
) => {
  if (name === "room-closed") seen.isClosed = true
  if (name === "chat-switch" && payload["mode"] !== "offline") seen.isClosed = false
  if (session === null) return
  if (name === "request-vip") seen.requested.add(session)
  if (name === "kick") seen.kicked.add(session)
  if (stageOf(name, payload) === "vip-held") seen.held.add(session)
  if (stageOf(name, payload) === "vip-hold-ended") seen.held.delete(session)
  if (name === "custom" && isPaidTime(payload)) {
    seen.paid.set(session, paidIn(payload, seen.paid.get(session)))
  }
}

/** The broken rules, by the step's place in the course. */
export const sequenceMismatches = (course: ReadonlyArray<RoomStep>): ReadonlyArray<Mismatch> => {
  const seen: Seen = {
    entered: new Set(),
    requested: new Set(),
    held: new Set(),
    kicked: new Set(),
    unseeing: new Set(),
    paid: new Map(),
    moved: new Set(),
    isClosed: false,
  }
  // A tip's event may arrive before its balance is read, so movements are collected first.
  const mismatches: Array<Mismatch> = []
  for (const [index, step] of course.entries()) {
    if (step._tag !== "Tipped") continue
    const { id, amount, before, after } = step
    if (before - after === amount) seen.moved.add(id)
    else {
      const expected = `${amount} credits less than ${before}`
      mismatches.push({ path: `course[${index}].balance`, expected, actual: String(after) })
    }
  }
  for (const [index, step] of course.entries()) {
    if (step._tag === "Entered") seen.entered.add(step.session)
    if (step._tag === "Said" && step.sees) seen.unseeing.delete(step.session)
    if (step._tag === "Said" && !step.sees) seen.unseeing.add(step.session)
    if (step._tag !== "Told") continue
    const { session: named } = step.payload
    const session = typeof named === "string" ? named : null
    for (const rule of [...RULES, ...RULES_OF_STANDING_TIME, ...RULES_OF_HOLDS]) {
      const broken = rule(seen, step, session)
      if (broken === null) continue
      const [expected, actual] = broken
      mismatches.push({ path: `course[${index}].${step.name}`, expected, actual })
    }
    note(seen, step, session)
  }
  return mismatches
}
