import { statSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { Arbitrary, Effect, Logger, Option, Redacted, Result, Schema, type Scope } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { memberIndexes, sessionKeys } from "../sessions/sealed-member.ts"
import {
  ALLOTMENT_MS,
  type CookieValue,
  MAX_ALLOTMENTS,
  MAX_CURRENT_COOKIES,
  RENEWAL_AFTER_MS,
  RETIRING_MS,
  SESSION_LIFE_MS,
  type SessionStoreShape,
} from "../sessions/session-store.ts"
import { type DurableStoreShape, memoryStore } from "./durable-store.ts"
import {
  bytesIn,
  directories,
  KEYS,
  LONGEST_MS,
  sessionCall,
  sessionMember,
  secretOf,
  sessionsIn,
  T0,
  withStore,
} from "./open-store.fixtures.ts"
import { sessionModel } from "./session-model.fixtures.ts"

const silent = Logger.layer([])
const folders = directories("sessions")
afterAll(folders.remove)

const anna = sessionMember("anna")
const ben = sessionMember("ben")

const refusal = <A>(effect: Effect.Effect<A, unknown>) =>
  Effect.map(Effect.result(effect), (result) =>
    Result.isFailure(result) && result.failure instanceof Object && "why" in result.failure
      ? result.failure.why
      : "none",
  )

const step = Schema.Struct({
  what: Schema.Literals([
    "allot",
    "open",
    "keep",
    "logIn",
    "reissue",
    "refresh",
    "call",
    "hangUp",
    "age",
    "end",
    "renew",
    "forget",
    "wait",
  ]),
  /** Which of the owners made so far. */
  owner: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 5 })),
  member: Schema.Literals(["anna", "ben"]),
  ms: Schema.Literals([1, RETIRING_MS, ALLOTMENT_MS, RENEWAL_AFTER_MS, SESSION_LIFE_MS]),
})
const steps = Arbitrary.array(Arbitrary.schema(step), { maxLength: 40 })

/** One session that belongs to a member. */
const loggedIn = (sessions: SessionStoreShape, member = anna) =>
  Effect.gen(function* () {
    const { session } = yield* sessions.open(T0)
    return { owner: session.owner, cookie: yield* sessions.logIn(session.owner, member, T0) }
  })

describe("sessions", () => {
  const given = <A>(use: (store: SessionStoreShape) => Effect.Effect<A, unknown>) =>
    Effect.runPromise(
      sessionsIn(memoryStore()).pipe(
        Effect.flatMap(use),
        Effect.provide(Ids.layer),
        Effect.provide(silent),
      ),
    )

  it("find a guest again by the cookie, and by nothing else", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session, cookie } = yield* store.open(T0)
        expect(Option.getOrNull(yield* store.resolve(cookie, T0))).toEqual({
          ...session,
          member: null,
          call: null,
          ageChecked: false,
          cookie: "current",
          renewalDue: false,
        })
        for (const wrong of [
          "",
          "x",
          cookie.slice(1),
          `${cookie}A`,
          session.owner,
          "A".repeat(43),
        ]) {
          expect(Option.isNone(yield* store.resolve(wrong, T0))).toBe(true)
        }
      }),
    ))

  it("say what an owner's session is now, or that it is over", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session } = yield* store.allot(T0)
        const present = (now: number) =>
          Effect.map(store.present(session.owner, now), Option.getOrNull)
        expect(yield* present(T0)).toEqual(session)
        expect(yield* present(T0 + ALLOTMENT_MS)).toBeNull()
        yield* store.logIn(session.owner, anna, T0)
        expect((yield* present(T0))?.member).toEqual(anna)
        expect(yield* present(T0 + SESSION_LIFE_MS)).toBeNull()
        yield* store.end(session.owner, "requested", T0)
        expect(yield* present(T0)).toBeNull()
      }),
    ))

  it("are allotted for two minutes, and stored for good once they are kept", () =>
    given((store) =>
      Effect.gen(function* () {
        const lost = yield* store.allot(T0)
        const kept = yield* store.allot(T0)
        expect(Option.isSome(yield* store.resolve(lost.cookie, T0 + ALLOTMENT_MS - 1))).toBe(true)
        yield* store.keep(kept.session.owner, T0 + 1)
        yield* store.keep(kept.session.owner, T0 + 2)
        const later = T0 + ALLOTMENT_MS
        expect(Option.isNone(yield* store.resolve(lost.cookie, later))).toBe(true)
        expect(yield* refusal(store.keep(lost.session.owner, later))).toBe("unknown")
        expect(Option.isSome(yield* store.resolve(kept.cookie, later))).toBe(true)
      }),
    ))

  it("are allotted in a limited number, of which the newest stay", () =>
    given((store) =>
      Effect.gen(function* () {
        const first = yield* store.allot(T0)
        const second = yield* store.allot(T0)
        for (let count = 1; count < MAX_ALLOTMENTS; count += 1) yield* store.allot(T0)
        expect(Option.isNone(yield* store.resolve(first.cookie, T0))).toBe(true)
        expect(Option.isSome(yield* store.resolve(second.cookie, T0))).toBe(true)
      }),
    ))

  it("get a new cookie at log-in, keep the owner, and accept the old cookie for 60 s more", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session, cookie } = yield* store.open(T0)
        const next = yield* store.logIn(session.owner, anna, T0)
        expect(next).not.toBe(cookie)
        const now = Option.getOrThrow(yield* store.resolve(next, T0))
        expect(now).toMatchObject({ owner: session.owner, cookie: "current" })
        expect(now.member).toEqual(anna)
        expect(now.member === null ? "" : Redacted.value(now.member.token)).toBe(
          "canary-token-anna",
        )
        const old = Option.getOrThrow(yield* store.resolve(cookie, T0 + RETIRING_MS - 1))
        expect(old).toMatchObject({ owner: session.owner, cookie: "retiring" })
        expect(Option.isNone(yield* store.resolve(cookie, T0 + RETIRING_MS))).toBe(true)
        expect(Option.isSome(yield* store.resolve(next, T0 + RETIRING_MS))).toBe(true)
      }),
    ))

  it("get one more cookie from a repeated log-in, and keep the first", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session } = yield* store.open(T0)
        const cookies = [yield* store.logIn(session.owner, anna, T0)]
        for (let count = 0; count < MAX_CURRENT_COOKIES; count += 1) {
          cookies.push(yield* store.reissue(session.owner, T0 + 1))
        }
        const states = yield* Effect.forEach(cookies, (cookie) => store.resolve(cookie, T0 + 1))
        expect(states.map(Option.isSome)).toEqual([false, true, true, true, true])
      }),
    ))

  it("keep the cookies of two log-ins that one browser asked for at once, and of no later one", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session, cookie } = yield* store.open(T0)
        const logIn = (now: number, proof: CookieValue) =>
          store.logIn(session.owner, anna, now, { proof })
        const states = (now: number, values: ReadonlyArray<CookieValue>) =>
          Effect.forEach(values, (value) =>
            Effect.map(store.resolve(value, now), (found) => Option.getOrNull(found)?.cookie),
          )
        const both = [yield* logIn(T0, cookie), yield* logIn(T0 + 1, cookie)]
        expect(yield* states(T0 + RETIRING_MS, both)).toEqual(["current", "current"])
        const next = yield* logIn(T0 + RETIRING_MS, cookie)
        expect(yield* states(T0 + RETIRING_MS, [...both, next])).toEqual([
          "retiring",
          "retiring",
          "current",
        ])
      }),
    ))

  it("never turn from one member's into another's", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session } = yield* store.open(T0)
        expect(yield* refusal(store.refreshMember(session.owner, anna, T0))).toBe("guest")
        yield* store.logIn(session.owner, anna, T0)
        expect(yield* refusal(store.logIn(session.owner, ben, T0))).toBe("anotherMember")
        expect(yield* refusal(store.refreshMember(session.owner, ben, T0))).toBe("anotherMember")
        const cookie = yield* store.logIn(session.owner, anna, T0)
        yield* store.refreshMember(session.owner, { ...anna, verified: false }, T0)
        const resolved = Option.getOrThrow(yield* store.resolve(cookie, T0))
        expect(resolved.member).toEqual({ ...anna, verified: false })
      }),
    ))

  it("end with every cookie of an owner at once, and hand on the age check", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session, cookie } = yield* store.open(T0)
        yield* store.passAgeCheck(session.owner, T0)
        const member = yield* store.logIn(session.owner, anna, T0)
        const next = yield* store.end(session.owner, "requested", T0)
        expect(next.session.owner).not.toBe(session.owner)
        expect(next.session).toMatchObject({ member: null, ageChecked: true })
        for (const dead of [cookie, member]) {
          expect(Option.isNone(yield* store.resolve(dead, T0))).toBe(true)
        }
        const guest = Option.getOrThrow(yield* store.resolve(next.cookie, T0))
        expect(guest).toMatchObject({ member: null, ageChecked: true })
        expect(yield* refusal(store.end(session.owner, "requested", T0))).toBe("unknown")
        expect(yield* store.ownersOfMember(anna.memberId)).toEqual([])
      }),
    ))

  it("mark a browser as its member's own, while they are logged in and afterwards", () =>
    given((store) =>
      Effect.gen(function* () {
        const isOf = (owner: OwnerId, member = anna, now = T0) =>
          store.isOf(owner, member.memberId, now)
        const allotted = yield* store.allot(T0)
        const guest = yield* store.open(T0)
        expect([
          yield* isOf(allotted.session.owner),
          yield* isOf(guest.session.owner),
          yield* isOf("nobody" as OwnerId),
        ]).toEqual([false, false, false])
        for (const [reason, remembers] of [
          ["requested", true],
          ["expired", true],
          ["forbidden", false],
          ["replaced", false],
          ["deleted", false],
        ] as const) {
          const { owner } = yield* loggedIn(store)
          expect([yield* isOf(owner), yield* isOf(owner, ben)]).toEqual([true, false])
          const next = (yield* store.end(owner, reason, T0)).session.owner
          expect(yield* isOf(owner)).toBe(false)
          expect([yield* isOf(next), yield* isOf(next, ben)], reason).toEqual([remembers, false])
          expect(yield* isOf(next, anna, T0 + SESSION_LIFE_MS)).toBe(false)
          // Who logs in there makes it theirs, and a guest who leaves is nobody.
          yield* store.logIn(next, ben, T0)
          expect([yield* isOf(next), yield* isOf(next, ben)]).toEqual([false, true])
          const after = (yield* store.end(next, "requested", T0)).session.owner
          const last = (yield* store.end(after, "requested", T0)).session.owner
          expect([yield* isOf(last), yield* isOf(last, ben)]).toEqual([false, false])
        }
      }),
    ))

  it("keep a guest's call sealed, until it is over; nobody logs in before, and a member has none [AUTH-14]", () => {
    const directory = folders.make()
    return withStore(directory, (durable) =>
      Effect.gen(function* () {
        const store = yield* sessionsIn(durable)
        const { session, cookie } = yield* store.open(T0)
        const { owner } = session
        const present = Effect.map(
          store.present(owner, T0),
          (found) => Option.getOrNull(found)?.call,
        )
        const call = sessionCall("anna")
        yield* store.keepCall(owner, call, T0)
        expect(yield* present).toEqual(call)
        expect(Option.getOrNull(yield* store.resolve(cookie, T0))?.call).toEqual(call)
        expect(bytesIn(directory).includes("canary-call-anna")).toBe(false)
        // After a restart, and with the secret that sealed it alone.
        expect(
          Option.getOrNull(yield* (yield* sessionsIn(durable)).present(owner, T0))?.call,
        ).toEqual(call)
        const others = yield* sessionsIn(durable, sessionKeys([secretOf(2)]))
        expect(Option.getOrThrow(yield* others.present(owner, T0)).call).toBeNull()
        yield* store.keepCall(owner, null, T0)
        expect(yield* present).toBeNull()
        yield* store.keepCall(owner, call, T0)
        expect(yield* refusal(store.logIn(owner, anna, T0))).toBe("calling")
        expect(yield* present).toEqual(call)
        yield* store.keepCall(owner, null, T0)
        yield* store.logIn(owner, anna, T0)
        expect(yield* refusal(store.keepCall(owner, call, T0))).toBe("anotherMember")
        expect((yield* store.end(owner, "requested", T0)).session.call).toBeNull()
      }),
    )
  })

  it("are followed by one new session when several log-outs come at once", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session } = yield* store.open(T0)
        const ends = yield* Effect.all(
          Array.from({ length: 10 }, () =>
            Effect.result(store.end(session.owner, "requested", T0)),
          ),
          { concurrency: "unbounded" },
        )
        expect(ends.filter(Result.isSuccess)).toHaveLength(1)
      }),
    ))

  it("are found for all owners of a member", () =>
    given((store) =>
      Effect.gen(function* () {
        const owners: Array<OwnerId> = []
        for (const member of [anna, anna, ben]) {
          const { session } = yield* store.open(T0)
          yield* store.logIn(session.owner, member, T0)
          if (member === anna) owners.push(session.owner)
        }
        const found = yield* store.ownersOfMember(anna.memberId)
        expect(found.toSorted()).toEqual(owners.toSorted())
      }),
    ))

  it("end together for a member whose account was deleted, and are counted", () => {
    const store = memoryStore()
    const ended = (indexes: ReadonlyArray<string>) =>
      store.ask("sessions", "endOfMembers", { indexes })
    return Effect.runPromise(
      Effect.gen(function* () {
        const sessions = yield* sessionsIn(store)
        const { cookie } = yield* loggedIn(sessions)
        yield* loggedIn(sessions)
        const other = yield* loggedIn(sessions, ben)
        const gone = yield* loggedIn(sessions)
        const left = (yield* sessions.end(gone.owner, "requested", T0)).session.owner
        const indexes = memberIndexes(KEYS, anna.memberId)
        expect([yield* ended(indexes), yield* ended(indexes)]).toEqual([2, 0])
        expect(Option.isNone(yield* sessions.resolve(cookie, T0))).toBe(true)
        expect(Option.isSome(yield* sessions.resolve(other.cookie, T0))).toBe(true)
        // Nor is it kept where they left before.
        expect(yield* sessions.isOf(left, anna.memberId, T0)).toBe(false)
      }).pipe(Effect.provide(Ids.layer), Effect.provide(silent)),
    )
  })

  it("are listed for a member with their beginning, last use and browser", () =>
    given((store) =>
      Effect.gen(function* () {
        const first = yield* store.open(T0)
        const second = yield* store.open(T0)
        const other = yield* store.open(T0)
        const firefox = { browser: "Firefox", system: "Linux" }
        yield* store.logIn(first.session.owner, anna, T0 + 1, { agent: firefox })
        yield* store.logIn(second.session.owner, anna, T0 + 2)
        yield* store.logIn(other.session.owner, ben, T0)
        yield* store.logIn(first.session.owner, anna, T0 + 5)
        yield* store.renew(second.session.owner, T0 + 7)
        const listed = yield* store.openSessions(anna.memberId, T0 + 8)
        expect(listed.toSorted((a, b) => a.startedAt - b.startedAt)).toEqual([
          { owner: first.session.owner, startedAt: T0 + 1, lastSeenAt: T0 + 5, ...firefox },
          {
            owner: second.session.owner,
            startedAt: T0 + 2,
            lastSeenAt: T0 + 7,
            browser: null,
            system: null,
          },
        ])
        yield* store.end(first.session.owner, "requested", T0 + 9)
        expect(yield* store.openSessions(anna.memberId, T0 + 9)).toHaveLength(1)
        expect(yield* store.openSessions(anna.memberId, anna.tokenExpiresAt)).toEqual([])
        const long = { ...anna, tokenExpiresAt: Number.MAX_SAFE_INTEGER }
        yield* store.refreshMember(second.session.owner, long, T0 + 10)
        const end = T0 + 7 + SESSION_LIFE_MS
        expect(yield* store.openSessions(anna.memberId, end - 1)).toHaveLength(1)
        expect(yield* store.openSessions(anna.memberId, end)).toEqual([])
      }),
    ))

  it("get a member's new name all at once, and each keeps its token", () =>
    given((store) =>
      Effect.gen(function* () {
        const cookies: Array<CookieValue> = []
        for (const member of [anna, { ...anna, token: Redacted.make("canary-other") }, ben]) {
          const { session } = yield* store.open(T0)
          cookies.push(yield* store.logIn(session.owner, member, T0))
        }
        yield* store.describeMember(anna.memberId, { username: "renamed", verified: false })
        const known = yield* Effect.forEach(cookies, (cookie) =>
          Effect.map(store.resolve(cookie, T0), (found) => Option.getOrThrow(found).member),
        )
        expect(known.map((member) => member?.username)).toEqual([
          "renamed",
          "renamed",
          ben.username,
        ])
        expect(known.map((member) => member?.verified)).toEqual([false, false, true])
        const tokens = known.map((member) => (member === null ? "" : Redacted.value(member.token)))
        expect(tokens).toEqual(["canary-token-anna", "canary-other", "canary-token-ben"])
      }),
    ))

  it("end a fixed time after the log-in, however they are used and whatever their token says", () =>
    given((store) =>
      Effect.gen(function* () {
        const long = { ...anna, tokenExpiresAt: Number.MAX_SAFE_INTEGER }
        const { session } = yield* store.open(T0)
        const { owner } = session
        const cookie = yield* store.logIn(owner, long, T0 + 5)
        const end = T0 + 5 + LONGEST_MS
        for (let day = 20; day < 90; day += 20) {
          const now = T0 + day * RENEWAL_AFTER_MS
          yield* store.renew(owner, now)
          yield* store.refreshMember(owner, long, now)
          yield* store.describeMember(anna.memberId, { username: `day ${day}`, verified: true })
          const held = Option.getOrThrow(yield* store.resolve(cookie, now))
          expect(held.member?.tokenExpiresAt).toBe(end)
          expect(Option.getOrThrow(yield* store.present(owner, now)).member?.tokenExpiresAt).toBe(
            end,
          )
        }
        // A changed password has another cookie, and is no other session.
        yield* store.logIn(owner, long, end - 1)
        expect(yield* store.openSessions(anna.memberId, end - 1)).toHaveLength(1)
        expect(yield* store.openSessions(anna.memberId, end)).toEqual([])
      }),
    ))

  it("end with their token where that expires before", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session } = yield* store.open(T0)
        const cookie = yield* store.logIn(session.owner, anna, T0)
        const held = Option.getOrThrow(yield* store.resolve(cookie, T0))
        expect(held.member?.tokenExpiresAt).toBe(anna.tokenExpiresAt)
      }),
    ))

  it("live 30 days after their last renewal, which is due once a day", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session, cookie } = yield* store.open(T0)
        const dueAt = (now: number) =>
          Effect.map(
            store.resolve(cookie, now),
            Option.map(({ renewalDue }) => renewalDue),
          )
        expect(yield* dueAt(T0 + RENEWAL_AFTER_MS - 1)).toEqual(Option.some(false))
        expect(yield* dueAt(T0 + RENEWAL_AFTER_MS)).toEqual(Option.some(true))
        const renewed = T0 + SESSION_LIFE_MS - 1
        yield* store.renew(session.owner, renewed)
        expect(yield* dueAt(renewed)).toEqual(Option.some(false))
        const end = renewed + SESSION_LIFE_MS
        expect(Option.isSome(yield* dueAt(end - 1))).toBe(true)
        expect(yield* dueAt(end)).toEqual(Option.none())
        expect(yield* refusal(store.renew(session.owner, end))).toBe("unknown")
        expect(yield* refusal(store.keep(session.owner, end - 1))).toBe("none")
        expect(yield* refusal(store.keep(session.owner, end))).toBe("unknown")
        expect(yield* store.forget(end - 1)).toBe(0)
        expect(yield* store.forget(end)).toBe(1)
      }),
    ))
})

type Step = typeof step.Type

/** Whether the sessions answered each step as the model does, and every cookie after it. */
const agree = (sessions: SessionStoreShape, sequence: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const model = sessionModel()
    const owners: Array<OwnerId> = []
    const cookies: Array<CookieValue> = []
    let now = T0
    for (const { what, owner: index, member: name, ms } of sequence) {
      const owner = owners[index] ?? ("nobody" as OwnerId)
      const member = name === "anna" ? anna : ben
      if (what === "wait") now += ms
      else if (what === "allot" || what === "open") {
        const made = yield* sessions[what](now)
        model.made(made, what === "open", now)
        owners.push(made.session.owner)
        cookies.push(made.cookie)
      } else if (what === "forget") yield* sessions.forget(now)
      else if (what === "end") {
        const ended = yield* Effect.result(sessions.end(owner, "requested", now))
        const fits = model.end(owner, ended, now)
        if (!fits) return false
        if (Result.isSuccess(ended)) {
          owners.push(ended.success.session.owner)
          cookies.push(ended.success.cookie)
        }
      } else if (what === "logIn" || what === "reissue") {
        const done = yield* Effect.result(
          what === "logIn" ? sessions.logIn(owner, member, now) : sessions.reissue(owner, now),
        )
        const fits = model.issued(owner, what === "logIn" ? member : null, done, now)
        if (!fits) return false
        if (Result.isSuccess(done)) cookies.push(done.success)
      } else if (what === "call" || what === "hangUp") {
        const call = what === "call" ? sessionCall(name) : null
        const why = yield* refusal(sessions.keepCall(owner, call, now))
        if (model.callKept(owner, call, now) !== why) return false
      } else {
        const operation = {
          keep: sessions.keep(owner, now),
          renew: sessions.renew(owner, now),
          age: sessions.passAgeCheck(owner, now),
          refresh: sessions.refreshMember(owner, member, now),
        }[what]
        const why = yield* refusal(operation)
        if (model.changed(what, owner, member, now) !== why) return false
      }
      for (const cookie of cookies) {
        const seen = Option.getOrNull(yield* sessions.resolve(cookie, now))
        if (!model.agrees(cookie, seen, now)) return false
      }
    }
    return true
  })

describe("sessions answer every sequence of operations as the model does", () => {
  const holds = (store: () => DurableStoreShape, runs: number) =>
    Arbitrary.checkEffect(
      steps,
      (sequence) =>
        Effect.flatMap(sessionsIn(store()), (sessions) => agree(sessions, sequence)).pipe(
          Effect.provide(Ids.layer),
          Effect.provide(silent),
        ),
      { runs, seed: "sessions" },
    ).pipe(Effect.map((result) => expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()))

  it("in memory", () => Effect.runPromise(holds(memoryStore, 300)))

  it("on disk, on the store's thread", () =>
    withStore(folders.make(), (store) => holds(() => store, 25)))

  it("on disk, many at once, and hold in memory what lies on disk", () =>
    withStore(folders.make(), (store) =>
      Effect.gen(function* () {
        const sessions = yield* sessionsIn(store)
        const made = yield* Effect.forEach(Array.from({ length: 10 }), () => loggedIn(sessions))
        const turns = Array.from({ length: 120 }, (_, turn) => {
          const { owner, cookie } = made[(turn * 7) % 10] as (typeof made)[number]
          return [
            sessions.resolve(cookie, T0),
            sessions.refreshMember(owner, { ...anna, username: `${turn}` }, T0),
            sessions.present(owner, T0),
            sessions.describeMember(anna.memberId, { username: `all ${turn}`, verified: true }),
            sessions.reissue(owner, T0),
            turn > 90 ? sessions.end(owner, "requested", T0) : sessions.renew(owner, T0 + turn),
          ][turn % 6] as Effect.Effect<unknown, unknown>
        })
        yield* Effect.all(turns.map(Effect.exit), { concurrency: 20, discard: true })
        const another = yield* sessionsIn(store)
        for (const { owner, cookie } of made) {
          expect(yield* sessions.resolve(cookie, T0)).toEqual(yield* another.resolve(cookie, T0))
          expect(yield* sessions.present(owner, T0)).toEqual(yield* another.present(owner, T0))
        }
      }),
    ))
})

describe("sessions on disk", () => {
  const onDisk = <A>(
    directory: string,
    use: (sessions: SessionStoreShape) => Effect.Effect<A, unknown, Scope.Scope>,
    keys = KEYS,
  ) => withStore(directory, (store) => Effect.flatMap(sessionsIn(store, keys), use))

  it("go on for their members after a restart", async () => {
    const directory = folders.make()
    const { owner, cookie } = await onDisk(directory, loggedIn)
    const resolved = await onDisk(directory, (sessions) => sessions.resolve(cookie, T0))
    expect(Option.getOrNull(resolved)).toMatchObject({ owner, member: { username: anna.username } })
  })

  it("get a member's new name while their token is exchanged, and keep it", async () => {
    const known = await onDisk(folders.make(), (sessions) =>
      Effect.gen(function* () {
        const { owner } = yield* loggedIn(sessions)
        const next = { ...anna, token: Redacted.make("canary-next") }
        const facts = { username: "renamed", verified: false }
        // The exchange is written after the sessions to describe were read, and before one was described.
        yield* Effect.all(
          [sessions.describeMember(anna.memberId, facts), sessions.refreshMember(owner, next, T0)],
          { concurrency: "unbounded" },
        )
        return Option.getOrThrow(yield* sessions.present(owner, T0)).member
      }),
    )
    expect(known?.username).toBe("renamed")
    expect(known === null ? "" : Redacted.value(known.token)).toBe("canary-next")
  })

  it("leave neither cookie, token nor member readable, and are readable by the file's owner alone", async () => {
    const directory = folders.make()
    const { cookie, bytes } = await onDisk(directory, (sessions) =>
      Effect.map(loggedIn(sessions), (made) => ({ ...made, bytes: bytesIn(directory) })),
    )
    const secrets = [cookie, "canary-token-anna", anna.username, `"${anna.memberId}"`]
    for (const canary of secrets) expect(bytes.includes(canary)).toBe(false)
    expect(statSync(join(directory, "store.db")).mode & 0o077).toBe(0)
  })

  it("are opened where an older secret sealed them, and are none where no secret opens them", async () => {
    const directory = folders.make()
    const { owner, cookie } = await onDisk(directory, loggedIn)
    const found = await onDisk(
      directory,
      (sessions) =>
        Effect.all([sessions.resolve(cookie, T0), sessions.ownersOfMember(anna.memberId)]),
      sessionKeys([secretOf(2), secretOf(1)]),
    )
    expect(Option.isSome(found[0])).toBe(true)
    expect(found[1]).toEqual([owner])
    const lost = await onDisk(
      directory,
      (sessions) => sessions.resolve(cookie, T0),
      sessionKeys([secretOf(3)]),
    )
    expect(Option.isNone(lost)).toBe(true)
  })

  it("are sealed with the current secret at the next start, so that the older one can be removed", async () => {
    const directory = folders.make()
    const { owner, cookie } = await onDisk(directory, loggedIn)
    await onDisk(directory, () => Effect.void, sessionKeys([secretOf(2), secretOf(1)]))
    const found = await onDisk(
      directory,
      (sessions) =>
        Effect.all([sessions.resolve(cookie, T0), sessions.ownersOfMember(anna.memberId)]),
      sessionKeys([secretOf(2)]),
    )
    expect(Option.getOrThrow(found[0]).member).toEqual(anna)
    expect(found[1]).toEqual([owner])
  })

  it("do not accept a member's seal that was moved to another session's row", async () => {
    const directory = folders.make()
    const thief = await onDisk(directory, (sessions) =>
      Effect.andThen(loggedIn(sessions), sessions.open(T0)),
    )
    const db = new DatabaseSync(join(directory, "store.db"))
    db.exec(`UPDATE sessions SET
      member = (SELECT member FROM sessions WHERE member IS NOT NULL),
      member_index = (SELECT member_index FROM sessions WHERE member IS NOT NULL)`)
    db.close()
    const { resolved, open } = await onDisk(directory, (sessions) =>
      Effect.gen(function* () {
        // What is of this member, and told of a new name, is the one session that can be opened.
        yield* sessions.describeMember(anna.memberId, { username: "renamed", verified: true })
        const open = yield* sessions.openSessions(anna.memberId, T0)
        return { resolved: yield* sessions.resolve(thief.cookie, T0), open }
      }),
    )
    expect(Option.isNone(resolved)).toBe(true)
    expect(open).toHaveLength(1)
  })

  it("are each stored where many are written at once", async () => {
    const directory = folders.make()
    const cookies = await onDisk(directory, (sessions) =>
      Effect.all(
        Array.from({ length: 500 }, () => sessions.open(T0)),
        { concurrency: "unbounded" },
      ),
    )
    const resolved = await onDisk(directory, (sessions) =>
      Effect.forEach(cookies, ({ cookie }) => sessions.resolve(cookie, T0)),
    )
    expect(resolved.filter(Option.isSome)).toHaveLength(500)
  })
})
