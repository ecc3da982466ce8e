/** Demo performers at their private messages on a test clock, on every database: round by round, as the loop runs. */
import { it } from "@effect/vitest"
import { Effect, Exit, Layer, References, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect } from "vitest"
import { SqlDatabase } from "../../db/database.ts"
import { DatabaseUnavailable } from "../../db/errors.ts"
import { type DatabaseChoice, openDatabase } from "../../db/open-database.ts"
import { statement } from "../../db/statement.ts"
import { addFavourite } from "../../favourites/favourite-store.ts"
import { BackendIds } from "../../ids.ts"
import { silentLayer } from "../../logging.ts"
import { PictureRenderer } from "../../media/picture-renderer.ts"
import { insertMember } from "../../members/member-store.ts"
import { newMember } from "../../members/new-member.fixture.ts"
import { continueAsPerformer } from "../../messenger/continue-as-performer.ts"
import { deleteConversation, pairOf } from "../../messenger/conversation-store.ts"
import { pictureFor, readUpTo } from "../../messenger/message-store.ts"
import { writeMessage } from "../../messenger/send-message.ts"
import { OutboxRelay } from "../../outbox/relay.ts"
import { insertPerformers } from "../../performers/performer-store.ts"
import { fixturePerformer } from "../../performers/performers.fixture.ts"
import { wallTime, WALL_DAY_MS, WALL_HOUR_MS } from "../performers/amsterdam-time.ts"
import { answerDue, writeUnaskedDue } from "./demo-messages.ts"
import { LONGEST_PAUSE_MS, LOOKS_WITHIN, SHORTEST_PAUSE_MS } from "./message-answers.ts"
import { TO_PICTURES, WITH_PICTURE } from "./message-talk.ts"
import { writtenLanguage } from "./written-language.ts"

const MORNING = Date.UTC(2026, 10, 20, 8)
const SECOND_MS = 1_000
const ROUNDS = 60
/** Offline, in chat and in free chat. */
const PERFORMERS = ["demo_one", "demo_two", "demo_three"] as const

const Message = Schema.Struct({
  member_id: Schema.String,
  performer_id: Schema.String,
  sender: Schema.String,
  content: Schema.NullOr(Schema.String),
  attachment_id: Schema.NullOr(Schema.String),
  sent_at: Schema.Date,
  read_at: Schema.NullOr(Schema.Date),
})
const MESSAGES = statement(
  Message,
  `SELECT c.member_id, c.performer_id, m.sender, m.content, m.attachment_id, m.sent_at, m.read_at
   FROM private_messages m JOIN conversations c ON c.id = m.conversation_id
   WHERE c.member_id = $1 ORDER BY m.sent_at, m.number`,
)
const TOLD = statement(
  Schema.Struct({ event: Schema.String }),
  "SELECT event FROM outbox WHERE member_id = $1 ORDER BY id",
)

export const demoMessagesConformance = (
  name: string,
  choose: Effect.Effect<DatabaseChoice, never, Scope.Scope>,
) => {
  const scope = Scope.makeUnsafe()
  let database: SqlDatabase["Service"]
  let lastId = 0
  let lastMember = 0
  beforeAll(async () => {
    const opening = choose.pipe(Effect.flatMap(openDatabase), Effect.provide(silentLayer))
    database = await Effect.runPromise(Scope.provide(opening, scope))
    const people = PERFORMERS.map((id, n) => fixturePerformer(n, { id, onlineStatus: 2 ** n - 1 }))
    const all = [...people, fixturePerformer(7)]
    await Effect.runPromise(database.transaction((queries) => insertPerformers(queries, all)))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  const around = Layer.mergeAll(
    Layer.effect(
      SqlDatabase,
      Effect.sync(() => database),
    ),
    Layer.succeed(OutboxRelay, OutboxRelay.of({ wake: Effect.void })),
    // The same in every run, since answers are drawn from ids.
    Layer.succeed(BackendIds, BackendIds.of({ next: (prefix) => `${prefix}_${(lastId += 1)}` })),
    PictureRenderer.layer({ directory: null, maxBytes: 0, atOnce: 2 }),
    Layer.succeed(References.MinimumLogLevel, "None"),
  )
  const held = new Set<string>()
  const demo = { seed: "foldcast", isHeld: (performerId: string) => held.has(performerId) }

  const member = Effect.gen(function* () {
    lastMember += 1
    const id = `m_${lastMember}`
    const row = newMember({ id, email: `${id}@mail.example`, username: `Sam${lastMember}` })
    yield* database.transaction((queries) => insertMember(queries, row))
    return id
  })
  const writes = (memberId: string, performerId: string, content: string, at: number) =>
    database.transaction((queries) =>
      writeMessage(
        queries,
        { memberId, performerId },
        { sender: "member", body: { _tag: "Text", content }, at: new Date(at) },
      ),
    )
  const messagesOf = (memberId: string) => database.query(MESSAGES, [memberId])
  const answersTo = (memberId: string) =>
    Effect.map(messagesOf(memberId), (all) => all.filter(({ sender }) => sender === "performer"))
  const textsTo = (memberId: string) =>
    Effect.map(answersTo(memberId), (all) => all.filter(({ content }) => content !== null))
  const told = (memberId: string) =>
    Effect.map(database.query(TOLD, [memberId]), (rows) => rows.map(({ event }) => event))
  /** A round a second, from that time on. */
  const rounds = (from: number, count = ROUNDS) =>
    Effect.forEach(
      Array.from({ length: count }, (_, n) => from + n * SECOND_MS),
      (at) => TestClock.setTime(at).pipe(Effect.andThen(answerDue(demo))),
      { discard: true },
    )

  describe(`demo performers on ${name}`, () => {
    it.effect("look at what a member wrote, and answer once after a pause; both is told", () =>
      Effect.gen(function* () {
        const id = yield* member
        yield* writes(id, "demo_two", "Hallo daar", MORNING)
        yield* rounds(MORNING)
        const [written, answer] = yield* messagesOf(id)
        const readAt = written?.read_at?.getTime() ?? 0
        expect(readAt - MORNING).toBeGreaterThanOrEqual(LOOKS_WITHIN.live[0])
        expect(readAt - MORNING).toBeLessThanOrEqual(LOOKS_WITHIN.live[1] + SECOND_MS)
        const pause = (answer?.sent_at.getTime() ?? 0) - readAt
        expect(pause).toBeGreaterThanOrEqual(SHORTEST_PAUSE_MS)
        expect(pause).toBeLessThanOrEqual(LONGEST_PAUSE_MS + SECOND_MS)
        expect(yield* textsTo(id)).toHaveLength(1)
        expect((yield* told(id)).slice(0, 3)).toEqual([
          "private-message",
          "message-read",
          "private-message",
        ])
      }).pipe(Effect.provide(around)),
    )

    it.effect("answer many members at once, each in the language of what was written", () =>
      Effect.gen(function* () {
        const texts = ["Hoe gaat het met je?", "How are you today?"] as const
        const members = yield* Effect.forEach(Array.from({ length: 8 }), () => member)
        yield* Effect.forEach(members, (id, n) =>
          writes(id, PERFORMERS[n % 3] ?? "demo_one", texts[n % 2] ?? "", MORNING),
        )
        yield* rounds(MORNING)
        for (const [n, id] of members.entries()) {
          const answers = yield* textsTo(id)
          const languages = answers.map(({ content }) => writtenLanguage([content ?? ""], "nl"))
          expect(languages).toEqual([n % 2 === 0 ? "nl" : "en"])
        }
      }).pipe(Effect.provide(around)),
    )

    it.effect("answer once, however many are at it in the same moment, and after any pause", () =>
      Effect.gen(function* () {
        const id = yield* member
        yield* writes(id, "demo_one", "Hallo daar", MORNING)
        yield* rounds(MORNING + WALL_DAY_MS, 1)
        expect(yield* answersTo(id)).toEqual([])
        yield* TestClock.setTime(MORNING + 2 * WALL_DAY_MS)
        const all = Array.from({ length: 6 }, () => answerDue(demo))
        yield* Effect.all(all, { concurrency: "unbounded" })
        expect(yield* textsTo(id)).toHaveLength(1)
      }).pipe(Effect.provide(around)),
    )

    it.effect("lose and double nothing where the database fails before or after the commit", () =>
      Effect.gen(function* () {
        const id = yield* member
        yield* writes(id, "demo_one", "Hallo daar", MORNING)
        const gone = new DatabaseUnavailable({ detail: "gone for a while" })
        let turn = 0
        const failing = SqlDatabase.of({
          ...database,
          transaction: (work) => {
            turn += 1
            if (turn % 3 === 1) return Effect.fail(gone)
            const whole = database.transaction(work)
            return turn % 3 === 2 ? Effect.andThen(whole, Effect.fail(gone)) : whole
          },
        })
        yield* Effect.provideService(rounds(MORNING), SqlDatabase, failing)
        expect(turn).toBeGreaterThan(2)
        expect(yield* textsTo(id)).toHaveLength(1)
      }).pipe(Effect.provide(around)),
    )

    it.effect("answer once to all that was written meanwhile, and have read it then", () =>
      Effect.gen(function* () {
        const id = yield* member
        for (const n of [0, 1, 2]) {
          yield* writes(id, "demo_two", `Hallo nummer ${n}`, MORNING + n * SECOND_MS)
        }
        yield* rounds(MORNING + 2 * SECOND_MS)
        expect(yield* textsTo(id)).toHaveLength(1)
        const all = yield* messagesOf(id)
        expect(
          all.filter(({ sender, read_at }) => sender === "member" && read_at === null),
        ).toEqual([])
      }).pipe(Effect.provide(around)),
    )

    it.effect("write nothing to what has gone on since they looked", () =>
      Effect.gen(function* () {
        const pair = { memberId: yield* member, performerId: "demo_two" } as const
        yield* writes(pair.memberId, pair.performerId, "Hallo", MORNING)
        yield* writes(pair.memberId, pair.performerId, "Ben je er nog?", MORNING + SECOND_MS)
        const bodies = [{ _tag: "Text", content: "Hoi" }] as const
        const stands = () => Effect.succeed(true)
        expect(yield* continueAsPerformer(pair, { after: 1, bodies, stands })).toBe(false)
        expect(yield* continueAsPerformer(pair, { after: 2, bodies, stands })).toBe(true)
        expect(yield* continueAsPerformer(pair, { after: 2, bodies, stands })).toBe(false)
        expect(yield* answersTo(pair.memberId)).toHaveLength(1)
      }).pipe(Effect.provide(around)),
    )

    it.effect("are silent while somebody holds them, and answer when they are given back", () =>
      Effect.gen(function* () {
        const id = yield* member
        yield* writes(id, "demo_three", "Hallo daar", MORNING)
        held.add("demo_three")
        yield* rounds(MORNING)
        expect((yield* messagesOf(id)).map(({ read_at }) => read_at)).toEqual([null])
        held.delete("demo_three")
        yield* rounds(MORNING + ROUNDS * SECOND_MS)
        expect(yield* textsTo(id)).toHaveLength(1)
      }).pipe(Effect.provide(around)),
    )

    it.effect("leave alone what was deleted, and what is no demo performer’s", () =>
      Effect.gen(function* () {
        const id = yield* member
        const other = fixturePerformer(7).id
        yield* writes(id, other, "Hallo daar", MORNING)
        const { conversationId } = yield* writes(id, "demo_one", "Hallo daar", MORNING)
        yield* deleteConversation(database, id, conversationId)
        yield* rounds(MORNING)
        expect((yield* messagesOf(id)).map(({ read_at }) => read_at)).toEqual([null, null])
      }).pipe(Effect.provide(around)),
    )

    it.effect("send a picture of theirs along, mostly where one was asked for", () =>
      Effect.gen(function* () {
        const members = yield* Effect.forEach(Array.from({ length: 4 }), () => member)
        yield* Effect.forEach(members, (id) =>
          writes(id, "demo_two", "Heb je een foto voor me?", MORNING),
        )
        yield* rounds(MORNING)
        const all = yield* Effect.forEach(members, answersTo)
        const along = all.filter(({ length }) => length === 2)
        expect(along.length).toBeGreaterThan(0)
        for (const [text, picture] of along) {
          expect([...WITH_PICTURE.nl, ...TO_PICTURES.nl].map((line) => line.slice(0, 8))).toContain(
            text?.content?.slice(0, 8),
          )
          const jpeg = yield* pictureFor(
            database,
            picture?.attachment_id ?? "",
            picture?.member_id ?? "",
          )
          expect([...(jpeg ?? []).slice(0, 2)]).toEqual([0xff, 0xd8])
        }
      }).pipe(Effect.provide(around)),
    )
  })

  describe(`a message that nobody asked for on ${name}`, () => {
    /** Every hour of the evenings; the member reads what comes. */
    const evenings = (from: number, days: number, id: string) =>
      Effect.forEach(
        Array.from({ length: days * 6 }, (_, n) => n),
        (n) =>
          Effect.gen(function* () {
            const day = from + Math.floor(n / 6) * WALL_DAY_MS
            const at = day + (16 + (n % 6)) * WALL_HOUR_MS
            yield* TestClock.setTime(at)
            yield* writeUnaskedDue(demo)
            for (const performerId of PERFORMERS) {
              const found = yield* pairOf(database, id, performerId)
              if (found === null) continue
              const upTo = { conversationId: found.id, number: found.last_number, at: new Date(at) }
              yield* readUpTo(database, { ...upTo, sender: "performer" })
            }
          }),
        { discard: true },
      )
    const MIDNIGHT = Date.UTC(2026, 10, 30)

    it.effect(
      "comes from favourites alone, seldom, never twice within a day, and to no stranger",
      () =>
        Effect.gen(function* () {
          const [id, stranger] = [yield* member, yield* member]
          for (const performerId of ["demo_one", "demo_three"]) {
            yield* addFavourite(database, id, performerId, new Date(MIDNIGHT - WALL_DAY_MS))
          }
          yield* evenings(MIDNIGHT, 30, id)
          const heard = yield* answersTo(id)
          expect(heard.length).toBeGreaterThan(0)
          expect(heard.length).toBeLessThan(16)
          for (const [n, one] of heard.entries()) {
            expect(["demo_one", "demo_three"]).toContain(one.performer_id)
            const hour = (wallTime(one.sent_at.getTime()) % WALL_DAY_MS) / WALL_HOUR_MS
            expect(hour).toBeGreaterThanOrEqual(17)
            const before = heard[n - 1]?.sent_at.getTime() ?? 0
            expect(one.sent_at.getTime() - before).toBeGreaterThanOrEqual(WALL_DAY_MS)
          }
          expect(yield* answersTo(stranger)).toEqual([])
        }).pipe(Effect.provide(around)),
    )

    it.effect(
      "comes to nobody who met her just now, nor while something is unanswered or unread",
      () =>
        Effect.gen(function* () {
          const [fresh, asking, away] = [yield* member, yield* member, yield* member]
          const later = MIDNIGHT + 40 * WALL_DAY_MS
          yield* addFavourite(database, fresh, "demo_one", new Date(later + 30 * WALL_DAY_MS))
          yield* writes(asking, "demo_two", "Hallo daar", later - WALL_DAY_MS)
          yield* addFavourite(database, away, "demo_one", new Date(later - WALL_DAY_MS))
          yield* evenings(later, 30, fresh)
          expect(yield* answersTo(fresh)).toEqual([])
          expect(yield* answersTo(asking)).toEqual([])
          expect((yield* answersTo(away)).length).toBe(1)
        }).pipe(Effect.provide(around)),
    )
  })
}
