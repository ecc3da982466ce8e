/**
 * Which visit a stream attaches to and which stream it replaces. resume.test.ts and test/stream cover the frames.
 */
import { it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { Epoch, type MemberId, type TabId } from "@foldcast/contracts/ids"
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { VisitLog } from "../log/visit-log.ts"
import { creditsEvents } from "../log/visit-log.fixtures.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import { storageLayer } from "../log/visit-storage.ts"
import { SessionEnder } from "../members/session-ender.ts"
import { CallPresence } from "../callers/call-presence.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { MemberProfiles } from "../members/member-profiles.ts"
import { RoomService } from "../rooms/room-service.ts"
import { Pipeline } from "../pipeline.ts"
import {
  type CookieValue,
  type SessionMember,
  SessionStore,
  type SessionStoreShape,
  SessionsUnavailable,
} from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { factsFrom } from "../visits/placement.ts"
import { outboxOf, Visits } from "../visits/registry.ts"
import { type DocumentTraits, visitStarted } from "../visits/first-facts.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import type { Wire } from "../visits/wire.ts"
import { Attachments } from "./attach.ts"
import type { Attaching } from "./attaching.ts"

const OWNER = "owner-1" as OwnerId
const TAB = "tab-1" as TabId
const TRAITS: DocumentTraits = {
  locale: "nl",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
}

const GUEST = { owner: OWNER, member: null, call: null, ageChecked: false }
const RESUME_MS = 600_000
const MEMBER: SessionMember = {
  memberId: "m-1" as MemberId,
  username: "sanne",
  verified: true,
  token: Redacted.make(""),
  tokenExpiresAt: Number.MAX_SAFE_INTEGER,
}

type Sessions = Partial<SessionStoreShape>
const CURRENT: Sessions = {
  present: () => Effect.succeedSome(GUEST),
  resolve: () => Effect.succeedSome({ ...GUEST, cookie: "current", renewalDue: false }),
}

const layerWith = (sessions: Sessions) =>
  Attachments.layer({
    heartbeatMs: 25_000,
    pongWithinMs: 8_000,
    maxQueuedBytes: 1_048_576,
    resumeEvents: 5_000,
    resumeMs: RESUME_MS,
  }).pipe(
    Layer.provideMerge(VisitCreator.layer),
    Layer.provideMerge(
      Layer.mergeAll(
        storageLayer(memoryVisitStorage(Epoch.make("epoch-1"))),
        Visits.layer,
        Ids.layer,
        CookieChanges.layer,
        GatewayMetrics.layer,
        Layer.mock(MemberPresence, {}),
        Layer.mock(CallPresence, {}),
        Layer.mock(RoomService, {
          isInRoom: () => false,
          restore: () => Effect.void,
          clientFactsStored: () => undefined,
        }),
        Layer.mock(MemberProfiles, {
          baseline: () => Effect.as(Effect.yieldNow, { _tag: "Told", facts: [], isComplete: true }),
        }),
        Layer.mock(SessionStore, sessions),
        Layer.mock(SessionEnder, { of: () => Effect.succeed(null) }),
        Layer.mock(Pipeline, {
          stamp: (member) => ({ member, at: 0 }),
          memberFrame: () => undefined,
          decodeChatFrame: () => null,
          roomFrame: () => undefined,
          submit: () => undefined,
        }),
      ),
    ),
  )

const layer = layerWith(CURRENT)

const wireOf = ({ isOpen }: { readonly isOpen: boolean }) => {
  const ended: Array<number> = []
  const sent: Array<GatewayFrame> = []
  const wire: Wire = {
    transport: "websocket",
    isOpen: () => isOpen,
    send: (json) => void sent.push(JSON.parse(json) as GatewayFrame),
    queuedBytes: () => 0,
    drained: () => Promise.resolve(),
    end: (code) => void ended.push(code),
  }
  return { wire, ended, sent }
}

const attaching = (over: Partial<Attaching>): Attaching => ({
  owner: OWNER,
  proof: "cookie" as CookieValue,
  key: null,
  member: null,
  call: null,
  ageChecked: false,
  tab: TAB,
  address: "192.0.2.1",
  rateKey: "192.0.2.1",
  request: { _tag: "New" },
  mayBegin: true,
  traits: TRAITS,
  ...over,
})

/** A stream that attaches, goes live and closes at once. */
const visited = Effect.fnUntraced(function* (over: Partial<Attaching>) {
  const attachments = yield* Attachments
  const { wire, sent } = wireOf({ isOpen: true })
  const connection = yield* attachments.attach(attaching(over), wire)
  if (connection === null) return expect.fail("nothing was attached")
  yield* connection.catchUp
  yield* attachments.detach(connection, 1006)
  return { live: connection.visit, visit: connection.visit.visit, sent }
})

/** A visit with an open stream, and a second stream of the same document that attaches after it. */
const followedBy = Effect.fnUntraced(function* (other: { readonly isOpen: boolean }) {
  const attachments = yield* Attachments
  const visitCreator = yield* VisitCreator
  const live = yield* visitCreator.begin(
    {
      owner: OWNER,
      member: null,
      traits: TRAITS,
      base: "page",
      facts: factsFrom("gateway", [visitStarted(TRAITS)]),
    },
    TAB,
  )
  const who = attaching({ request: { _tag: "Attach", visit: live.visit } })
  const present = wireOf({ isOpen: true })
  const first = yield* attachments.attach(who, present.wire)
  const second = yield* attachments.attach(who, wireOf(other).wire)
  return { live, first, second, endedWith: present.ended }
})

describe("a stream that is accepted", () => {
  it.effect("takes the place of the one that its document had", () =>
    Effect.gen(function* () {
      const { live, second, endedWith } = yield* followedBy({ isOpen: true })
      expect(outboxOf(live)).toBe(second?.outbox)
      expect(endedWith).toEqual([CLOSE.superseded])
    }).pipe(Effect.provide(layer)),
  )

  it.effect(
    "is counted under the code it was closed with, although its browser answered nothing",
    () =>
      Effect.gen(function* () {
        const attachments = yield* Attachments
        const metrics = yield* GatewayMetrics
        const { first } = yield* followedBy({ isOpen: true })
        if (first === null) return expect.fail("nothing was attached")
        const SOCKET_CUT = 1006
        yield* attachments.detach(first, SOCKET_CUT)
        expect((yield* metrics.scrape).split("\n")).toContain(
          `foldcast_stream_closes_total{code="${CLOSE.superseded}"} 1`,
        )
      }).pipe(Effect.provide(layer)),
  )

  it.effect("takes nobody's place once its browser has left", () =>
    Effect.gen(function* () {
      const { live, first, second, endedWith } = yield* followedBy({ isOpen: false })
      expect(second).toBeNull()
      expect(outboxOf(live)).toBe(first?.outbox)
      expect(endedWith).toEqual([])
    }).pipe(Effect.provide(layer)),
  )
})

describe("a stream whose session changes while it is being accepted", () => {
  const told = (sessions: Sessions) =>
    visited({}).pipe(
      Effect.map(({ sent }) => sent.map((frame) => (frame.k === "bye" ? frame.code : frame.k))),
      Effect.provide(layerWith({ ...CURRENT, ...sessions })),
    )
  const FAILS = Effect.fail(new SessionsUnavailable({ operation: "resolve", detail: "busy" }))

  it.effect("is closed before it reads anything where its cookie is no longer valid", () =>
    Effect.gen(function* () {
      const cut = ["hello", CLOSE.serviceRestart]
      expect(yield* told({ resolve: () => Effect.succeedNone })).toEqual(cut)
      expect(yield* told({ resolve: () => FAILS })).toEqual(cut)
    }),
  )

  it.effect("goes on as it was accepted where the session has ended or cannot be asked for", () =>
    Effect.gen(function* () {
      const read = ["hello", "events", "replayed"]
      expect(yield* told({ present: () => Effect.succeedNone })).toEqual(read)
      expect(yield* told({ present: () => FAILS })).toEqual(read)
    }),
  )
})

describe("a document that connects again", () => {
  const KEY = "key-of-the-document-0001"
  const LOST = {
    _tag: "Resume",
    visit: "visit-of-an-older-gateway",
    epoch: "e0",
    seq: 7,
  } as const

  it.effect("is given the visit that it was given before, by its key or by what it asks for", () =>
    Effect.gen(function* () {
      const first = yield* visited({ key: KEY })
      expect((yield* visited({ key: KEY })).visit).toBe(first.visit)
      const other = yield* visited({ request: LOST })
      expect(other.visit).not.toBe(first.visit)
      expect((yield* visited({ request: LOST, key: KEY })).visit).toBe(other.visit)
      expect(other.live).toMatchObject({ base: "reset", replaces: LOST.visit })
      expect(first.live).toMatchObject({ base: "page", replaces: null })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is given another visit where it is another document, or has sent facts since", () =>
    Effect.gen(function* () {
      const { visit, live } = yield* visited({ key: KEY })
      const others = [
        yield* visited({ key: `${KEY}-other` }),
        yield* visited({ key: KEY, tab: "tab-2" as TabId }),
        yield* visited({}),
        yield* visited({}),
      ]
      live.n = 1
      const later = yield* visited({ key: KEY })
      expect(new Set([visit, later.visit, ...others.map((other) => other.visit)]).size).toBe(6)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is given one visit, however many of its tries are in flight", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const begun = (over: Partial<Attaching>) =>
        attachments
          .attach(attaching({ member: MEMBER, ...over }), wireOf({ isOpen: true }).wire)
          .pipe(Effect.map((connection) => connection?.visit.visit))
      const together = (...tries: ReadonlyArray<Partial<Attaching>>) =>
        Effect.map(
          Effect.forEach(tries, begun, { concurrency: "unbounded" }),
          (given) => new Set(given).size,
        )
      expect(yield* together({ key: KEY }, { key: KEY })).toBe(1)
      expect(yield* together({ key: `${KEY}-1` }, { key: `${KEY}-2` })).toBe(2)
      expect(yield* together({}, {})).toBe(2)
      expect(yield* together({ request: LOST, key: KEY }, { request: LOST })).toBe(1)
    }).pipe(Effect.provide(layer)),
  )

  it.effect("can resume until its window is over, to the millisecond", () =>
    Effect.gen(function* () {
      const { visit } = yield* visited({ key: KEY })
      const request = { _tag: "Resume", visit, epoch: "epoch-1", seq: 1 } as const
      yield* TestClock.adjust(RESUME_MS)
      expect((yield* visited({ key: KEY, request })).sent.map(({ k }) => k)).toEqual([
        "hello",
        "resumed",
        "replayed",
      ])
      yield* TestClock.adjust(RESUME_MS + 1)
      const late = yield* visited({ key: KEY, request })
      expect(late.sent[1]).toEqual({ k: "reset", reason: "evicted", was: visit })
    }).pipe(Effect.provide(layer)),
  )

  it.effect("is sent first what its greeting promised, then what came meanwhile", () =>
    Effect.gen(function* () {
      const attachments = yield* Attachments
      const log = yield* VisitLog
      const { visit, live } = yield* visited({ key: KEY })
      yield* log.append([{ visit, events: creditsEvents(2) }])
      live.head = 3
      const { wire, sent } = wireOf({ isOpen: true })
      const request = { _tag: "Resume", visit, epoch: "epoch-1", seq: 1 } as const
      const connection = yield* attachments.attach(attaching({ key: KEY, request }), wire)
      // Durable but not delivered yet: delivery happens in a later turn.
      yield* log.append([{ visit, events: creditsEvents(2) }])
      yield* connection?.catchUp ?? Effect.void
      expect(sent.map((frame) => (frame.k === "events" ? frame.events.length : frame.k))).toEqual([
        "hello",
        "resumed",
        2,
        "replayed",
      ])
    }).pipe(Effect.provide(layer)),
  )
})
