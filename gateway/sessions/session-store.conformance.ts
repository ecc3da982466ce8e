/** What every implementation of the session store promises; run by each one's test. */
import { Arbitrary, Effect, Logger, Option, Redacted, Result, Schema, type Scope } from "effect"
import { expect, it } from "vitest"
import { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/event-log.ts"
import { sessionModel } from "./session-model.ts"
import {
  ALLOTMENT_MS,
  type CookieValue,
  MAX_ALLOTMENTS,
  MAX_CURRENT_COOKIES,
  RENEWAL_AFTER_MS,
  RETIRING_MS,
  SESSION_LIFE_MS,
  type SessionMember,
  type SessionStoreShape,
} from "./session-store.ts"

export type OpenStore = Effect.Effect<SessionStoreShape, unknown, Scope.Scope>

const silent = Logger.layer([])
const T0 = 1_700_000_000_000

export const memberNamed = (name: string): SessionMember => ({
  memberId: MemberId.make(name),
  username: `${name}@example.com`,
  verified: true,
  token: Redacted.make(`canary-token-${name}`),
  tokenExpiresAt: T0 + 3_600_000,
})
const anna = memberNamed("anna")
const ben = memberNamed("ben")

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

export const sessionStoreConformance = (open: () => OpenStore, runs: number) => {
  const given = <A>(use: (store: SessionStoreShape) => Effect.Effect<A, unknown>) =>
    Effect.runPromise(Effect.scoped(Effect.flatMap(open(), use)).pipe(Effect.provide(silent)))

  it("knows a guest again by the cookie, and by nothing else", () =>
    given((store) =>
      Effect.gen(function* () {
        const { session, cookie } = yield* store.open(T0)
        expect(Option.getOrNull(yield* store.resolve(cookie, T0))).toEqual({
          ...session,
          member: null,
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

  it("tells what an owner's session is at present, and that it is over", () =>
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

  it("keeps an allotted session for two minutes, and for good once it is kept", () =>
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

  it("holds a bounded number of allotted sessions, the newest ones", () =>
    given((store) =>
      Effect.gen(function* () {
        const first = yield* store.allot(T0)
        const second = yield* store.allot(T0)
        for (let count = 1; count < MAX_ALLOTMENTS; count += 1) yield* store.allot(T0)
        expect(Option.isNone(yield* store.resolve(first.cookie, T0))).toBe(true)
        expect(Option.isSome(yield* store.resolve(second.cookie, T0))).toBe(true)
      }),
    ))

  it("changes the cookie at log-in, keeps the owner, and lets the old value serve 60 s more", () =>
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

  it("gives a repeated log-in one more value without taking the first away", () =>
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

  it("never turns one member's session into another's", () =>
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

  it("ends an owner with every cookie at once, and hands on the age check", () =>
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

  it("makes one new session of several log-outs at once", () =>
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

  it("finds all of a member's owners", () =>
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

  it("lists a member's open sessions: since when, last seen when, in which browser", () =>
    given((store) =>
      Effect.gen(function* () {
        const first = yield* store.open(T0)
        const second = yield* store.open(T0)
        const other = yield* store.open(T0)
        const firefox = { browser: "Firefox", system: "Linux" }
        yield* store.logIn(first.session.owner, anna, T0 + 1, firefox)
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
      }),
    ))

  it("learns a member's new name in all of their sessions, and leaves each its token", () =>
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

  it("lives 30 days after its last renewal, which is due once a day [STORE-08]", () =>
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
        expect(yield* store.forget(end - 1)).toBe(0)
        expect(yield* store.forget(end)).toBe(1)
      }),
    ))

  it("answers every sequence of operations as the model does", async () => {
    const result = await Effect.runPromise(
      Arbitrary.checkEffect(
        steps,
        (sequence) =>
          Effect.scoped(
            Effect.gen(function* () {
              const store = yield* open()
              const model = sessionModel()
              const owners: Array<OwnerId> = []
              const cookies: Array<CookieValue> = []
              let now = T0
              for (const { what, owner: index, member: name, ms } of sequence) {
                const owner = owners[index] ?? ("nobody" as OwnerId)
                const member = name === "anna" ? anna : ben
                if (what === "wait") now += ms
                else if (what === "allot" || what === "open") {
                  const made = yield* store[what](now)
                  model.made(made, what === "open", now)
                  owners.push(made.session.owner)
                  cookies.push(made.cookie)
                } else if (what === "forget") yield* store.forget(now)
                else if (what === "end") {
                  const ended = yield* Effect.result(store.end(owner, "requested", now))
                  const fits = model.end(owner, ended, now)
                  if (!fits) return false
                  if (Result.isSuccess(ended)) {
                    owners.push(ended.success.session.owner)
                    cookies.push(ended.success.cookie)
                  }
                } else if (what === "logIn" || what === "reissue") {
                  const done = yield* Effect.result(
                    what === "logIn" ? store.logIn(owner, member, now) : store.reissue(owner, now),
                  )
                  const fits = model.issued(owner, what === "logIn" ? member : null, done, now)
                  if (!fits) return false
                  if (Result.isSuccess(done)) cookies.push(done.success)
                } else {
                  const operation = {
                    keep: store.keep(owner, now),
                    renew: store.renew(owner, now),
                    age: store.passAgeCheck(owner, now),
                    refresh: store.refreshMember(owner, member, now),
                  }[what]
                  const why = yield* refusal(operation)
                  if (model.changed(what, owner, member, now) !== why) return false
                }
                for (const cookie of cookies) {
                  const seen = Option.getOrNull(yield* store.resolve(cookie, now))
                  if (!model.agrees(cookie, seen, now)) return false
                }
              }
              return true
            }),
          ),
        { runs, seed: "sessions" },
      ).pipe(Effect.provide(silent)),
    )
    expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
  })
}
