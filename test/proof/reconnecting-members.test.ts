/**
 * Ten thousand members reconnect at once, after a deploy or a network failure: the cost per member does not grow
 * with their number, and the event loop runs between them. The upstream answers at once; the log is SQLite. A scan
 * of all members for each of them would block the loop for twelve seconds.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Effect, Fiber, Layer, ManagedRuntime, Redacted, Result } from "effect"
import { afterAll, expect, it } from "vitest"
import type { MemberId, TabId } from "@foldcast/contracts/ids"
import { GatewayConfig, readConfig } from "@foldcast/gateway/config"
import { Fatal } from "@foldcast/gateway/fatal"
import { Ids } from "@foldcast/gateway/ids"
import { TERMS } from "@foldcast/gateway/log/visit-log.fixtures"
import type { OwnerId } from "@foldcast/gateway/log/visit-header"
import { GatewayTime } from "@foldcast/gateway/steady-clock"
import { SqliteVisitStorage } from "@foldcast/gateway/log/sqlite/sqlite-storage"
import { SessionEnder } from "@foldcast/gateway/members/session-ender"
import { MemberPresence } from "@foldcast/gateway/members/member-presence"
import { MemberProfiles } from "@foldcast/gateway/members/member-profiles"
import { MemberMessages } from "@foldcast/gateway/members/member-messages"
import { MemberRefresh } from "@foldcast/gateway/members/member-refresh"
import { Pipeline } from "@foldcast/gateway/pipeline"
import { TokenChanges } from "@foldcast/gateway/sessions/token-changes"
import { DurableStore, memoryStore } from "@foldcast/gateway/store/durable-store"
import { StoredSessions } from "@foldcast/gateway/store/stored-sessions"
import { GatewayMetrics } from "@foldcast/gateway/telemetry/metrics"
import { MemberApi } from "@foldcast/gateway/upstream/member-api"
import { MessengerApi } from "@foldcast/gateway/upstream/messenger-api"
import { MemberSockets } from "@foldcast/gateway/upstream/member-socket"
import { CookieChanges } from "@foldcast/gateway/visits/cookie-changes"
import { factsFrom } from "@foldcast/gateway/visits/placement"
import { visitStarted } from "@foldcast/gateway/visits/first-facts"
import { Visits } from "@foldcast/gateway/visits/registry"
import { VisitCreator } from "@foldcast/gateway/visits/visit-creator"

const directory = mkdtempSync(join(tmpdir(), "reconnecting-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const TRAITS = {
  locale: "nl",
  brand: "foldcast",
  device: "desktop",
  noNude: false,
  tracking: {},
} as const

/** Sockets whose connection the network reports in one turn. */
const ARRIVE_A_TURN = 50

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Every member's socket connects one turn later, and every query is answered one turn later. */
const upstream = Layer.mergeAll(
  Layer.effect(
    MemberSockets,
    Effect.gen(function* () {
      const run = Effect.runForkWith(yield* Effect.context())
      const held = new Set<MemberId>()
      return MemberSockets.of({
        hold: (member, listener) =>
          Effect.sync(() => {
            held.add(member)
            run(Effect.andThen(turn, Effect.andThen(listener.token, listener.connected(false))))
          }),
        release: (member) => Effect.sync(() => held.delete(member)),
        held: () => held,
      })
    }),
  ),
  Layer.succeed(
    MemberApi,
    MemberApi.of({
      call: ({ call }) =>
        Effect.as(turn, {
          _tag: "Answered",
          body: call === "GET /credits" ? { credits: 7 } : { favourites: [], blocks: [] },
        } as never),
    }),
  ),
  Layer.succeed(
    MessengerApi,
    MessengerApi.of({
      call: () => Effect.as(turn, { _tag: "Answered", body: { unread: 2 } } as never),
    }),
  ),
)

const scene = (file: string) => {
  const config = Result.getOrThrow(readConfig({ DATA_DIR: directory }))
  const ground = Layer.mergeAll(
    Ids.layer,
    GatewayTime.layer,
    GatewayMetrics.layer,
    Fatal.layer,
    CookieChanges.layer,
    Layer.succeed(GatewayConfig, config),
  )
  return ManagedRuntime.make(
    MemberPresence.layer.pipe(
      Layer.provideMerge(MemberProfiles.layer),
      Layer.provideMerge(
        Layer.mergeAll(SessionEnder.layer, MemberRefresh.layer, MemberMessages.layer),
      ),
      Layer.provideMerge(TokenChanges.layer),
      Layer.provideMerge(Layer.mergeAll(VisitCreator.layer, Pipeline.layer)),
      Layer.provideMerge(Visits.layer),
      Layer.provideMerge(upstream),
      Layer.provideMerge(
        StoredSessions.layer.pipe(Layer.provide(Layer.sync(DurableStore, () => memoryStore()))),
      ),
      Layer.provideMerge(SqliteVisitStorage.layer({ file: join(directory, file), terms: TERMS })),
      Layer.provideMerge(ground),
    ),
  )
}

/** Milliseconds: of processor time for each member, and of the longest turn of the event loop. */
const returning = async (members: number) => {
  const runtime = scene(`${members}.db`)
  const began = await runtime.runPromise(
    Effect.gen(function* () {
      const creator = yield* VisitCreator
      return yield* Effect.forEach(
        Array.from({ length: members }, (_, no) => no),
        (no) => {
          const member = `member-${no}` as MemberId
          const visit = creator.begin(
            {
              owner: `owner-${no}` as OwnerId,
              member,
              traits: TRAITS,
              base: "page",
              facts: factsFrom("gateway", [visitStarted(TRAITS)]),
            },
            `tab-${no}` as TabId,
          )
          return Effect.map(visit, (live) => ({
            live,
            member: {
              memberId: member,
              username: member,
              verified: true,
              token: Redacted.make("token"),
              tokenExpiresAt: Number.MAX_SAFE_INTEGER,
            },
          }))
        },
        { concurrency: 500 },
      )
    }),
  )
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const before = process.cpuUsage()
  await runtime.runPromise(
    Effect.gen(function* () {
      const presence = yield* MemberPresence
      const arriving = yield* Effect.forEach(began, ({ live, member }, index) =>
        Effect.andThen(
          index % ARRIVE_A_TURN === 0 ? turn : Effect.void,
          Effect.forkChild(presence.arrived(live, member)),
        ),
      )
      yield* Effect.forEach(arriving, Fiber.join, { discard: true })
      yield* presence.maintain
    }),
  )
  const { user, system } = process.cpuUsage(before)
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  await runtime.dispose()
  return { each: (user + system) / 1_000 / members, longestTurn: delay.max / 1e6 }
}

it("ten thousand returning members cost ten thousand times one", async () => {
  await returning(500)
  const few = await returning(2_000)
  const many = await returning(10_000)
  for (const { each, longestTurn } of [few, many]) {
    console.log(`${each.toFixed(2)} ms each, the longest turn ${longestTurn.toFixed(0)} ms`)
  }
  expect(many.each).toBeLessThan(2 * few.each)
})
