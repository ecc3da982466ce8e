/** Whose place a stream takes. What it is told of its visit: resume.test.ts and test/stream. */
import { it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { describe, expect } from "vitest"
import { Epoch, type TabId } from "@foldcast/contracts/ids"
import { CLOSE } from "@foldcast/contracts/stream/transport"
import { Ids } from "../ids.ts"
import { EventLog, type OwnerId } from "../log/event-log.ts"
import { makeMemoryEventLog } from "../log/memory.ts"
import { EndSession } from "../members/end-session.ts"
import { MemberPresence } from "../members/member-presence.ts"
import { MemberProfile } from "../members/member-profile.ts"
import { Pipeline } from "../pipeline.ts"
import { type CookieValue, SessionStore } from "../sessions/session-store.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { CookieChanges } from "../visits/cookie-changes.ts"
import { factsFrom } from "../visits/envelopes.ts"
import { type DocumentTraits, visitStarted } from "../visits/first-facts.ts"
import { Visits } from "../visits/registry.ts"
import { VisitCreator } from "../visits/visit-creator.ts"
import type { Wire } from "../visits/wire.ts"
import { type Attaching, Attachments } from "./attach.ts"

const OWNER = "owner-1" as OwnerId
const TAB = "tab-1" as TabId
const TRAITS: DocumentTraits = {
  locale: "nl",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
}

const layer = Attachments.layer({
  heartbeatMs: 25_000,
  pongWithinMs: 8_000,
  maxQueuedBytes: 1_048_576,
  resumeEvents: 5_000,
  resumeMs: 600_000,
}).pipe(
  Layer.provideMerge(VisitCreator.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Layer.succeed(EventLog, makeMemoryEventLog(Epoch.make("epoch-1"))),
      Visits.layer,
      Ids.layer,
      CookieChanges.layer,
      GatewayMetrics.layer,
      Layer.mock(MemberPresence, {}),
      Layer.mock(MemberProfile, {}),
      Layer.mock(SessionStore, {}),
      Layer.mock(EndSession, {}),
      Layer.mock(Pipeline, {
        stamp: (member) => ({ member, at: 0 }),
        socketFrame: () => undefined,
      }),
    ),
  ),
)

const wireOf = ({ isOpen }: { readonly isOpen: boolean }) => {
  const ended: Array<number> = []
  const wire: Wire = {
    transport: "websocket",
    isOpen: () => isOpen,
    send: () => undefined,
    queuedBytes: () => 0,
    drained: () => Promise.resolve(),
    end: (code) => void ended.push(code),
  }
  return { wire, ended }
}

/** A visit that a document follows, and another stream of the same document that is let in after it. */
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
  const who: Attaching = {
    owner: OWNER,
    proof: "cookie" as CookieValue,
    key: null,
    member: null,
    ageChecked: false,
    tab: TAB,
    rateKey: "192.0.2.1",
    request: { _tag: "Attach", visit: live.visit },
    mayBegin: true,
    traits: TRAITS,
  }
  const present = wireOf({ isOpen: true })
  const first = yield* attachments.attach(who, present.wire)
  const second = yield* attachments.attach(who, wireOf(other).wire)
  return { live, first, second, endedWith: present.ended }
})

describe("a stream that is let in", () => {
  it.effect("takes the place of the one that its document had", () =>
    Effect.gen(function* () {
      const { live, second, endedWith } = yield* followedBy({ isOpen: true })
      expect(live.outbox).toBe(second?.outbox)
      expect(endedWith).toEqual([CLOSE.superseded])
    }).pipe(Effect.provide(layer)),
  )

  it.effect(
    "is counted under the code it was ended with, although its browser answered nothing",
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
      expect(live.outbox).toBe(first?.outbox)
      expect(endedWith).toEqual([])
    }).pipe(Effect.provide(layer)),
  )
})
