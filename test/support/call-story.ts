/**
 * What the log of a caller's tab must say of their calls: each figure is one that the provider told, with the cents of
 * the whole call; seconds never fall; who is in private when the call is over leaves it because of that; and nothing
 * that only members may do was done.
 */
import { expect } from "vitest"
import type { OpenEnvelope } from "@foldcast/contracts/stream/envelope"
import { centsOf, type PhoneLine } from "./phone-lines.ts"
import type { RoomTab } from "./room-tab.ts"

/** Facts that credits alone buy. */
const FOR_MEMBERS: ReadonlySet<string> = new Set([
  "VipRequested",
  "VipAccepted",
  "VipHeld",
  "PaidTimeStarted",
  "PaidTimeEnded",
])
/** Ways out of a private that do not wait for the call's end: the connection is lost, or she sends everybody out. */
const OTHER_WAYS: ReadonlySet<unknown> = new Set(["lost", "kicked"])

const figuresAre = (line: PhoneLine, { event }: OpenEnvelope): void => {
  const { seconds, cents, state } = event
  if (seconds === undefined) return
  expect(line.told).toContain(seconds)
  const isFree = state === "pending" || (line.isOverdue && seconds === 0)
  if (!isFree) expect(cents, "cents of the whole call").toBe(centsOf(line, Number(seconds)))
}

const isOver = (state: unknown): boolean => state === "ended" || state === "expired"

/** Each end that is told while the tab is in private is followed by leaving it. */
const leftByEnds = (heard: ReadonlyArray<OpenEnvelope>): void => {
  let isPrivate = false
  let isLeaving = false
  for (const { event } of heard) {
    if (event._tag === "RoomJoined") isPrivate = event["mode"] !== "free"
    if (event._tag === "DialInStateChanged" && isOver(event["state"])) isLeaving = isPrivate
    if (event._tag !== "RoomLeft") continue
    if (isLeaving && !OTHER_WAYS.has(event["reason"])) {
      expect(event["reason"], "left by the end of the call").toBe("dialin_stopped")
    }
    isPrivate = false
    isLeaving = false
  }
  expect(isLeaving, "in private by a call that is over").toBe(false)
}

export const checkCallStory = ({ heard }: RoomTab, lines: ReadonlyArray<PhoneLine>): void => {
  const lineOf = new Map(lines.map((line) => [line.session, line]))
  const seconds = new Map<unknown, number>()
  for (const envelope of heard) {
    const { event } = envelope
    if (FOR_MEMBERS.has(event._tag)) expect.fail(`a caller has ${event._tag}`)
    if (event._tag !== "DialInStateChanged") continue
    const line = lineOf.get(String(event["session"]))
    if (line === undefined) continue
    figuresAre(line, envelope)
    const now = Number(event["seconds"] ?? 0)
    if (event["seconds"] === undefined) continue
    expect(now).toBeGreaterThanOrEqual(seconds.get(line) ?? 0)
    seconds.set(line, now)
  }
  leftByEnds(heard)
}
