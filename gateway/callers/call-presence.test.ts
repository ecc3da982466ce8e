/** Calls that pay for guests, as their states are told, by whoever tells them. */
import { it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import type { CommandId, Epoch, TabId, VisitId } from "@foldcast/contracts/ids"
import type { Event } from "@foldcast/contracts/stream/event"
import { Fatal } from "../fatal.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { Pipeline } from "../pipeline.ts"
import { RoomService } from "../rooms/room-service.ts"
import { SessionStore } from "../sessions/session-store.ts"
import { memoryStore } from "../store/durable-store.ts"
import { sessionCall, sessionMember, sessionsIn, T0 } from "../store/open-store.fixtures.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import { CallerSockets, type MemberSocketListener } from "../upstream/member-socket.ts"
import { Visits } from "../visits/registry.ts"
import { CallPresence } from "./call-presence.ts"

const CAUSE = "command-0001" as CommandId
const call = sessionCall("anna")

interface Told {
  readonly from: string
  readonly event: Event
  readonly cause: CommandId | null
  readonly only?: ReadonlyArray<unknown> | undefined
}

const waiting: CallOutcome<unknown> = { _tag: "Answered", body: { state: "pending" } }
const over: CallOutcome<unknown> = { _tag: "Answered", body: { state: "ended" } }

const pause = (time: Duration.Duration) =>
  Duration.isZero(time) ? Effect.void : Effect.sleep(time)

const makeWorld = () => {
  const told: Array<Told> = []
  const asked: Array<string> = []
  /** By which each call was asked. */
  const tokens: Array<string> = []
  const left: Array<string> = []
  const listeners = new Map<OwnerId, MemberSocketListener>()
  const other: Array<string> = []
  const answers: Record<string, CallOutcome<unknown>> = {
    "GET /verify/dial-in": waiting,
    "DELETE /payment/dial-in": { _tag: "Answered", body: {} },
  }
  /** How long an answer and leaving a room take. */
  const takes = { answer: Duration.zero, leaving: Duration.zero }
  const layer = CallPresence.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Layer.mock(MemberApi, {
          call: ((request: { readonly call: string; readonly token?: Redacted.Redacted }) =>
            Effect.map(pause(takes.answer), () => {
              const { call: name, token } = request
              asked.push(name)
              tokens.push(token === undefined ? "" : Redacted.value(token))
              const answer = answers[request.call]
              // Its provider tells at once.
              if (name === "DELETE /payment/dial-in" && answer?._tag === "Answered") {
                if (answers["GET /verify/dial-in"] === waiting)
                  answers["GET /verify/dial-in"] = over
              }
              return answer
            })) as never,
        }),
        Layer.mock(CallerSockets, {
          hold: (owner, listener) => Effect.sync(() => void listeners.set(owner, listener)),
          release: (owner) => Effect.sync(() => void listeners.delete(owner)),
          held: () => listeners.keys(),
        }),
        Layer.effect(SessionStore, sessionsIn(memoryStore())),
        Layer.mock(Pipeline, {
          facts: (facts, { owner }, { cause, only }) =>
            Effect.sync(() => {
              expect(owner).not.toBeNull()
              told.push(
                ...facts.map((fact) => ({ ...fact, cause, ...(only !== undefined && { only }) })),
              )
            }),
          memberFrame: ({ call: name }) => void other.push(name),
          stamp: (member) => ({ member, at: 0 }),
          decodeChatFrame: () => null,
          roomFrame: () => undefined,
          submit: () => undefined,
        }),
        Layer.mock(RoomService, {
          isInRoom: () => false,
          clientFactsStored: () => undefined,
          callEnded: (visit, session) =>
            Effect.map(pause(takes.leaving), () => void left.push(`${visit.visit} ${session}`)),
        }),
        Visits.layer,
        Fatal.layer,
      ).pipe(Layer.provideMerge(Ids.layer)),
    ),
  )
  const visit = (owner: OwnerId) =>
    Effect.map(Visits, (visits) =>
      visits.begin(
        {
          visit: "visit-0001" as VisitId,
          owner,
          member: null,
          tab: "tab-1" as TabId,
          epoch: "e1" as Epoch,
          locale: "nl",
          brand: "foldcast",
          device: "desktop",
          noNude: false,
          tracking: {},
          startedAt: T0,
        } as never,
        1,
        0,
      ),
    )
  const started = Effect.gen(function* () {
    const sessions = yield* SessionStore
    const calls = yield* CallPresence
    const { owner } = (yield* sessions.open(T0)).session
    const live = yield* visit(owner)
    yield* calls.started(owner, call)
    const kept = Effect.map(sessions.present(owner, T0), (found) => Option.getOrNull(found)?.call)
    const says = (name: string, payload: unknown) =>
      Effect.andThen(
        Effect.sync(() => listeners.get(owner)?.event(name, payload)),
        Effect.yieldNow,
      )
    return { owner, live, sessions, calls, kept, says }
  })
  const states = () =>
    told.flatMap(({ event }) => (event._tag === "DialInStateChanged" ? [event.state] : []))
  return { layer, told, asked, tokens, left, listeners, other, answers, takes, started, states }
}

type World = ReturnType<typeof makeWorld>
const inWorld = <A, E>(
  use: (
    world: World,
    here: Effect.Success<World["started"]>,
  ) => Effect.Effect<A, E, CallPresence | SessionStore | Visits>,
) => {
  const world = makeWorld()
  return Effect.andThen(
    TestClock.setTime(T0),
    world.started.pipe(
      Effect.flatMap((here) => use(world, here)),
      Effect.provide(world.layer),
    ),
  )
}

describe("a guest's call", () => {
  it.effect("is told once for each state, whether it is asked for or told by the socket", () =>
    inWorld(({ told, answers, states }, { live, calls, kept, says }) =>
      Effect.gen(function* () {
        // Pending is told by who accepted the PIN: once more to who asks alone.
        yield* calls.arrived(live, call)
        expect(states()).toEqual([])
        yield* calls.check(live, call, CAUSE)
        expect(told.splice(0)).toMatchObject([{ event: { state: "pending" }, only: [live] }])
        yield* says("dial-in-status", { session: call.session, state: "in-call" })
        answers["GET /verify/dial-in"] = { _tag: "Answered", body: { state: "in_call" } }
        yield* calls.arrived(live, call)
        expect(states()).toEqual(["in_call"])
        expect(told.map(({ from, cause }) => [from, cause])).toEqual([["member-socket", null]])
        answers["GET /verify/dial-in"] = {
          _tag: "Answered",
          body: { state: "in_call", seconds: 4 },
        }
        yield* calls.check(live, call, CAUSE)
        expect(told.at(-1)).toMatchObject({ from: "member-api", cause: CAUSE })
        expect((yield* kept)?.state).toBe("in_call")
        yield* says("dial-in-status", {
          session: call.session,
          state: "in_call",
          seconds: 5,
          cents: 6,
        })
        expect(told.at(-1)?.event).toMatchObject({ seconds: 5, cents: 6 })
      }),
    ),
  )

  it.effect.each(["ended", "expired"] as const)(
    "that is %s is forgotten, its rooms are left, and nothing of it is told again [DIALIN-13]",
    (state) =>
      inWorld(({ listeners, left, states }, { owner, kept, says }) =>
        Effect.gen(function* () {
          yield* says("dial-in-status", { session: call.session, state: "in_call" })
          yield* says("dial-in-status", { session: call.session, state })
          expect(yield* kept).toBeNull()
          expect(left).toEqual([`visit-0001 ${call.session}`])
          expect(listeners.has(owner)).toBe(false)
          yield* says("dial-in-status", { session: call.session, state: "in_call" })
          expect(states()).toEqual(["in_call", state])
        }),
      ),
  )

  it.effect("never waits again, and its seconds never fall, whatever is answered late", () =>
    inWorld(({ answers, states, told }, { live, calls, kept, says }) =>
      Effect.gen(function* () {
        yield* says("dial-in-status", { session: call.session, state: "in_call", seconds: 9 })
        yield* calls.arrived(live, call)
        answers["GET /verify/dial-in"] = {
          _tag: "Answered",
          body: { state: "in_call", seconds: 8 },
        }
        yield* calls.arrived(live, call)
        expect(states()).toEqual(["in_call"])
        expect(told.at(-1)?.event).toMatchObject({ seconds: 9 })
        expect((yield* kept)?.state).toBe("in_call")
      }),
    ),
  )

  it.effect("hears nothing of another call, of an unknown state, or of members", () =>
    inWorld(({ answers, other, states }, { live, calls, kept, says }) =>
      Effect.gen(function* () {
        yield* says("dial-in-status", { session: "ivr_other", state: "ended" })
        yield* says("dial-in-status", { session: call.session, state: "ringing" })
        yield* says("updated-credits", { credits: 5 })
        answers["GET /verify/dial-in"] = { _tag: "Answered", body: { state: "ringing" } }
        yield* calls.arrived(live, call)
        answers["GET /verify/dial-in"] = { _tag: "Unavailable" }
        yield* calls.arrived(live, call)
        expect(states()).toEqual([])
        expect(other).toEqual(["updated-credits"])
        expect(yield* kept).toEqual(call)
      }),
    ),
  )

  it.effect("whose token nobody knows any more has expired", () =>
    inWorld(({ answers, told }, { live, calls, kept }) =>
      Effect.gen(function* () {
        answers["GET /verify/dial-in"] = {
          _tag: "Refused",
          status: 401,
          label: "unauthorized",
        } as never
        yield* calls.check(live, call, CAUSE)
        expect(told).toMatchObject([{ from: "gateway", event: { state: "expired" } }])
        expect(yield* kept).toBeNull()
      }),
    ),
  )

  it.effect.each([
    ["answers", { _tag: "Answered", body: {} }],
    ["does not answer", { _tag: "Unknown" }],
  ] as const)(
    "that the page hangs up is over, also where the upstream %s [AUTH-14]",
    ([, outcome]) =>
      inWorld(({ asked, answers, states }, { owner, calls, kept }) =>
        Effect.gen(function* () {
          answers["DELETE /payment/dial-in"] = outcome
          yield* calls.end(owner, CAUSE)
          expect(asked).toEqual(["DELETE /payment/dial-in", "GET /verify/dial-in"])
          expect(states().at(-1)).toBe("ended")
          expect(yield* kept).toBeNull()
        }),
      ),
  )

  it.effect("that ended is told with its figures, and once", () =>
    inWorld(({ answers, told }, { owner, calls }) =>
      Effect.gen(function* () {
        answers["GET /verify/dial-in"] = {
          _tag: "Answered",
          body: { state: "ended", seconds: 90, cents: 120 },
        }
        yield* calls.end(owner, CAUSE)
        expect(told.map(({ event }) => event)).toEqual([
          {
            _tag: "DialInStateChanged",
            session: call.session,
            state: "ended",
            seconds: 90,
            cents: 120,
          },
        ])
      }),
    ),
  )

  it.effect("that a provider is slow to hang up is told with its figures when those come", () =>
    inWorld(({ asked, answers, told }, { owner, calls }) =>
      Effect.gen(function* () {
        const running = { state: "in_call", seconds: 0, cents: 0 }
        answers["GET /verify/dial-in"] = { _tag: "Answered", body: running }
        const ending = yield* Effect.forkChild(calls.end(owner, CAUSE))
        yield* TestClock.adjust("1 second")
        const figures = { state: "ended", seconds: 2, cents: 3 }
        answers["GET /verify/dial-in"] = { _tag: "Answered", body: figures }
        yield* TestClock.adjust("250 millis")
        yield* Fiber.join(ending)
        expect(told.map(({ event }) => event)).toEqual([
          { _tag: "DialInStateChanged", session: call.session, ...running },
          { _tag: "DialInStateChanged", session: call.session, ...figures },
        ])
        expect(asked.filter((name) => name === "DELETE /payment/dial-in")).toHaveLength(1)
      }),
    ),
  )

  it.effect("is over after two seconds, also where its provider says nothing", () =>
    inWorld(({ answers, states }, { owner, calls, kept }) =>
      Effect.gen(function* () {
        answers["GET /verify/dial-in"] = { _tag: "Answered", body: { state: "in_call" } }
        const ending = yield* Effect.forkChild(calls.end(owner, CAUSE))
        yield* TestClock.adjust("2 seconds")
        yield* Fiber.join(ending)
        expect(states()).toEqual(["in_call", "ended"])
        expect(yield* kept).toBeNull()
      }),
    ),
  )

  it.effect("is over after two seconds and an answer, however long its answers take", () =>
    inWorld(({ asked, answers, takes, states }, { owner, calls, kept }) =>
      Effect.gen(function* () {
        answers["GET /verify/dial-in"] = { _tag: "Answered", body: { state: "in_call" } }
        takes.answer = Duration.seconds(3)
        const second = sessionCall("berta")
        const starting = yield* Effect.forkChild(calls.started(owner, second))
        // The answer to the hang-up, and the first to how it went.
        yield* TestClock.adjust("6 seconds")
        expect(starting.pollUnsafe()).toBeDefined()
        expect(asked).toEqual(["DELETE /payment/dial-in", "GET /verify/dial-in"])
        expect(states()).toEqual(["in_call", "ended"])
        expect(yield* kept).toEqual(second)
      }),
    ),
  )

  it.effect("holds up no other one while its rooms are being left", () =>
    inWorld(({ left, takes }, { owner, sessions, calls }) =>
      Effect.gen(function* () {
        takes.leaving = Duration.seconds(30)
        const ending = yield* Effect.forkChild(calls.end(owner, CAUSE))
        yield* TestClock.adjust("1 second")
        const other = (yield* sessions.open(T0)).session.owner
        const starting = yield* Effect.forkChild(calls.started(other, sessionCall("berta")))
        yield* TestClock.adjust("1 second")
        expect(starting.pollUnsafe()).toBeDefined()
        expect(left).toEqual([])
        yield* TestClock.adjust("30 seconds")
        yield* Fiber.join(ending)
        expect(left).toEqual([`visit-0001 ${call.session}`])
      }),
    ),
  )

  it.effect("of a browser whose visitor logged in is nobody's", () =>
    inWorld(({ states }, { owner, sessions, kept, says }) =>
      Effect.gen(function* () {
        yield* sessions.keepCall(owner, null, T0)
        yield* sessions.logIn(owner, sessionMember("anna"), T0)
        yield* says("dial-in-status", { session: call.session, state: "in_call" })
        expect(states()).toEqual([])
        expect(yield* kept).toBeNull()
      }),
    ),
  )

  it.effect("whose end got lost is hung up again until that is taken, by its own token", () =>
    inWorld(({ asked, answers, tokens, states }, { owner, calls }) =>
      Effect.gen(function* () {
        const hangUps = () => asked.filter((name) => name === "DELETE /payment/dial-in").length
        answers["DELETE /payment/dial-in"] = { _tag: "Unknown" }
        expect(yield* calls.end(owner, CAUSE)).toBe(true)
        expect(states()).toEqual(["ended"])
        yield* TestClock.adjust("1 second")
        yield* TestClock.adjust("2 seconds")
        expect(hangUps()).toBe(4)
        answers["DELETE /payment/dial-in"] = { _tag: "Answered", body: {} }
        yield* TestClock.adjust("30 seconds")
        yield* TestClock.adjust("1 hour")
        expect(hangUps()).toBe(5)
        expect(new Set(tokens)).toEqual(new Set(["canary-call-anna"]))
        expect(yield* calls.end(owner, CAUSE)).toBe(false)
      }),
    ),
  )

  it.effect("gives way to a second one: the first is hung up, told to be over, and left", () =>
    inWorld(({ asked, tokens, told, left, listeners }, { owner, calls, kept }) =>
      Effect.gen(function* () {
        const second = sessionCall("berta")
        expect(yield* calls.started(owner, second)).toEqual(second)
        expect(asked[0]).toBe("DELETE /payment/dial-in")
        expect(tokens[0]).toBe("canary-call-anna")
        expect(told.map(({ event }) => event)).toEqual([
          { _tag: "DialInStateChanged", session: call.session, state: "ended" },
        ])
        expect(left).toEqual([`visit-0001 ${call.session}`])
        expect(yield* kept).toEqual(second)
        expect(listeners.has(owner)).toBe(true)
      }),
    ),
  )

  it.effect("that is accepted twice goes on, and does not wait again where it pays", () =>
    inWorld(({ asked, told, states }, { owner, calls, kept, says }) =>
      Effect.gen(function* () {
        expect(yield* calls.started(owner, call)).toEqual(call)
        expect({ asked, told }).toEqual({ asked: [], told: [] })
        const figures = { session: call.session, state: "in_call", seconds: 9, cents: 12 }
        yield* says("dial-in-status", figures)
        const paying = { ...call, state: "in_call" }
        expect(yield* calls.started(owner, call)).toEqual(paying)
        expect(yield* kept).toEqual(paying)
        yield* says("dial-in-status", figures)
        expect(states()).toEqual(["in_call"])
      }),
    ),
  )

  it.effect("that is accepted while its visitor logs in is hung up at once [AUTH-14]", () =>
    inWorld(({ asked, tokens, listeners }, { owner, sessions, calls, kept }) =>
      Effect.gen(function* () {
        yield* calls.end(owner, CAUSE)
        yield* sessions.logIn(owner, sessionMember("anna"), T0)
        asked.length = 0
        tokens.length = 0
        expect(yield* calls.started(owner, sessionCall("berta"))).toBeNull()
        expect(asked).toEqual(["DELETE /payment/dial-in"])
        expect(tokens).toEqual(["canary-call-berta"])
        expect(yield* kept).toBeNull()
        expect(listeners.has(owner)).toBe(false)
      }),
    ),
  )

  it.effect("is the only one of a browser in whose tabs two PINs are accepted at once", () =>
    inWorld(({ asked, tokens, answers }, { owner, calls, kept }) =>
      Effect.gen(function* () {
        // A slow provider: nobody says within the wait that a call is over.
        answers["GET /verify/dial-in"] = {
          _tag: "Answered",
          body: { state: "in_call", seconds: 0, cents: 0 },
        }
        const both = yield* Effect.forkChild(
          Effect.all(
            [
              calls.started(owner, sessionCall("berta")),
              calls.started(owner, sessionCall("clara")),
            ],
            { concurrency: 2 },
          ),
        )
        yield* TestClock.adjust("10 seconds")
        yield* Fiber.join(both)
        const hungUp = tokens.filter((_, at) => asked[at] === "DELETE /payment/dial-in")
        const left = (yield* kept)?.session === "ivr_berta" ? "clara" : "berta"
        expect([...new Set(hungUp)].toSorted()).toEqual(["canary-call-anna", `canary-call-${left}`])
      }),
    ),
  )

  it.effect("is not listened for while no visit of its browser is there", () =>
    inWorld(({ listeners }, { owner, live, calls }) =>
      Effect.gen(function* () {
        yield* calls.releaseAbsent
        expect(listeners.has(owner)).toBe(true)
        ;(yield* Visits).remove(live)
        yield* calls.releaseAbsent
        expect(listeners.has(owner)).toBe(false)
      }),
    ),
  )

  it.effect("is asked about when its socket is connected, and when a visit attaches", () =>
    inWorld(({ asked, listeners }, { owner, live, calls }) =>
      Effect.gen(function* () {
        yield* listeners.get(owner)?.connected(false) ?? Effect.void
        yield* listeners.get(owner)?.connected(true) ?? Effect.void
        yield* calls.arrived(live, call)
        expect(asked).toEqual(Array.from({ length: 3 }, () => "GET /verify/dial-in"))
      }),
    ),
  )
})
