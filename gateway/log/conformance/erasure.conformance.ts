/** What every log keeps of erased writers (ADR 0040). */
import { Arbitrary, Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import type { UnnumberedEnvelope } from "@foldcast/contracts/stream/envelope"
import type { Event } from "@foldcast/contracts/stream/event"
import {
  visitHeader,
  creditsEvent,
  creditsEvents,
  memberId,
  visitId,
} from "../visit-log.fixtures.ts"
import type { VisitLogShape } from "../visit-log.ts"
import { type StorageLayer, testsOver, withStorage } from "./visit-storage.fixtures.ts"
import { writerOf, type Writers } from "../writer.ts"

const performerId = "p7"
const PEOPLE = ["anna", "bert", "chris", "guest"] as const

/** The guest has no account. */
const WRITERS: Writers = new Map(PEOPLE.slice(0, 3).map((name) => [name, writerOf(memberId(name))]))

const told = (event: Event): UnnumberedEnvelope => ({
  ...creditsEvent(0),
  scope: "visit",
  src: { from: "chat-socket" },
  event,
})

/** Each kind of what people say and are called by, of one of them and about another. */
const KINDS = {
  message: (from: string, recipient: string): Event => ({
    _tag: "RoomMessageReceived",
    performerId,
    messageId: `m-${from}`,
    from,
    message: `é\u2028"\\😀 ~ {"key":1,"sealed":""} of ${from}`,
    messageType: "member",
    recipient,
  }),
  hers: (_: string, recipient: string): Event => ({
    ...(KINDS.message("Host", recipient) as Event & { readonly _tag: "RoomMessageReceived" }),
    messageType: "host",
  }),
  tip: (from: string): Event => ({
    _tag: "TipReceived",
    performerId,
    tipId: `t-${from}`,
    from,
    amount: 150,
    tipType: "kiss",
    message: `a tip of ${from}`,
    isPublic: true,
  }),
  toyTip: (from: string): Event => ({
    _tag: "ToyTipReceived",
    performerId,
    tipId: `y-${from}`,
    from,
    amount: 150,
    intensity: "normal",
    level: 3,
    seconds: 3,
    message: "",
    isPublic: true,
  }),
  joined: (nickname: string): Event => ({ _tag: "RoomMemberJoined", performerId, nickname }),
  left: (nickname: string): Event => ({ _tag: "RoomMemberLeft", performerId, nickname }),
  renamed: (from: string): Event => ({
    _tag: "NicknameChanged",
    performerId,
    from,
    to: `${from}2`,
  }),
  listed: (one: string, other: string): Event => ({
    _tag: "RoomMembersListed",
    performerId,
    count: 12,
    nicknames: [one, other, "somebody"],
  }),
  none: (): Event => ({ _tag: "RoomClosed", performerId }),
} as const
type Kind = keyof typeof KINDS
const KIND_NAMES = Object.keys(KINDS) as ReadonlyArray<Kind>

/** What is told once some are erased, said without the code that does it. */
const after = (event: Event, gone: ReadonlySet<string>): Event => {
  switch (event._tag) {
    case "RoomMessageReceived":
      return gone.has(event.from) || gone.has(event.recipient)
        ? { _tag: "RoomLineErased", performerId, lineId: event.messageId, line: "message" }
        : event
    case "TipReceived":
      return gone.has(event.from)
        ? { _tag: "RoomLineErased", performerId, lineId: event.tipId, line: "tip" }
        : event
    case "ToyTipReceived":
      return gone.has(event.from)
        ? { _tag: "RoomLineErased", performerId, lineId: event.tipId, line: "toyTip" }
        : event
    case "RoomMemberJoined":
      return gone.has(event.nickname)
        ? { _tag: "RoomMemberErased", performerId, was: "joined" }
        : event
    case "RoomMemberLeft":
      return gone.has(event.nickname)
        ? { _tag: "RoomMemberErased", performerId, was: "left" }
        : event
    case "NicknameChanged":
      return gone.has(event.from)
        ? { _tag: "RoomMemberErased", performerId, was: "renamed" }
        : event
    case "RoomMembersListed":
      return { ...event, nicknames: event.nicknames.filter((name) => !gone.has(name)) }
    default:
      return event
  }
}

const wireOf = (seq: number, envelope: UnnumberedEnvelope, gone: ReadonlySet<string>) =>
  JSON.stringify({ seq, ...envelope, event: after(envelope.event, gone) })

const Person = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: PEOPLE.length - 1 }))
/** How many visits hear it: few have rows of their own, from eight on one is shared. */
const Step = Schema.Struct({
  kind: Schema.Literals([...KIND_NAMES, "erase"]),
  one: Person,
  other: Person,
  heard: Schema.Literals([1, 3, 10]),
})

export const erasureConformance = (environment: string, layer: StorageLayer) => {
  const run = testsOver(layer)
  const nobody: ReadonlySet<string> = new Set()
  const wires = (log: VisitLogShape, name: string) =>
    Effect.map(log.read(visitId(name), 1, 1_000), (read) => read.map(({ wire }) => wire))

  describe(`erased writers (${environment})`, () => {
    run("are gone from every log that heard them, where a marker has each position", ({ log }) =>
      Effect.gen(function* () {
        const room = Array.from({ length: 10 }, (_, index) => `v${index}`)
        for (const name of [...room, "alone"]) yield* log.begin(visitHeader(name), creditsEvents(1))
        const events = KIND_NAMES.flatMap((kind) => [
          told(KINDS[kind]("anna", "bert")),
          told(KINDS[kind]("bert", "room")),
        ])
        const hearers = [...room, "alone"]
        for (const envelope of events) {
          const entry = { events: [envelope], writers: WRITERS }
          yield* log.append(room.map((name) => ({ visit: visitId(name), ...entry })))
          yield* log.append([{ visit: visitId("alone"), ...entry }])
        }
        const whole = events.map((envelope, index) => wireOf(index + 2, envelope, nobody))
        for (const name of hearers) expect(yield* wires(log, name)).toEqual(whole)
        expect(yield* log.eraseWriters([writerOf(memberId("anna")), writerOf(memberId("m"))])).toBe(
          1,
        )
        const gone = new Set(["anna"])
        const rest = events.map((envelope, index) => wireOf(index + 2, envelope, gone))
        expect(rest).not.toEqual(whole)
        for (const name of hearers) expect(yield* wires(log, name)).toEqual(rest)
        expect(yield* log.eraseWriters([writerOf(memberId("anna"))])).toBe(0)
      }),
    )

    run("write nothing more, whoever still tells of them", ({ log }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        yield* log.eraseWriters([writerOf(memberId("anna"))])
        const envelope = told(KINDS.message("anna", "room"))
        const entry = { visit: visitId("a"), events: [envelope], writers: WRITERS }
        const { appended } = yield* log.append([entry])
        const marker = wireOf(2, envelope, new Set(["anna"]))
        expect(appended.flatMap((each) => each.wires)).toEqual([marker])
        expect(yield* wires(log, "a")).toEqual([marker])
      }),
    )

    run("take nothing along of who is called the same and has no account, or another", ({ log }) =>
      Effect.gen(function* () {
        yield* log.begin(visitHeader("a"), creditsEvents(1))
        const envelope = told(KINDS.message("anna", "room"))
        const visit = visitId("a")
        const other: Writers = new Map([["anna", writerOf(memberId("other"))]])
        yield* log.append([{ visit, events: [envelope] }])
        yield* log.append([{ visit, events: [envelope], writers: other }])
        yield* log.eraseWriters([writerOf(memberId("anna"))])
        expect(yield* wires(log, "a")).toEqual([2, 3].map((seq) => wireOf(seq, envelope, nobody)))
      }),
    )

    it("agree with a model of what was told, whatever is written and whoever is erased", async () => {
      const steps = Arbitrary.array(Arbitrary.schema(Step), { minLength: 1, maxLength: 30 })
      const agrees = (log: VisitLogShape, round: number, plan: ReadonlyArray<typeof Step.Type>) =>
        Effect.gen(function* () {
          const names = Array.from({ length: 10 }, (_, index) => `r${round}-${index}`)
          const mine = (name: string) => memberId(`${round}-${name}`)
          const writers: Writers = new Map(
            PEOPLE.slice(0, 3).map((name) => [name, writerOf(mine(name))]),
          )
          for (const name of names) yield* log.begin(visitHeader(name), creditsEvents(1))
          const model = names.map((): Array<UnnumberedEnvelope> => [])
          const gone = new Set<string>()
          for (const { kind, one, other, heard } of plan) {
            const [a = "", b = ""] = [PEOPLE[one], PEOPLE[other]]
            if (kind === "erase") {
              yield* log.eraseWriters([writerOf(mine(a))])
              if (a !== "guest") gone.add(a)
              continue
            }
            const events = [told(KINDS[kind](a, b))]
            const visits = names.slice(0, heard).map(visitId)
            const { appended } = yield* log.append(
              visits.map((visit) => ({ visit, events, writers })),
            )
            for (const [index, each] of appended.entries()) {
              model[index]?.push(...events)
              const wire = wireOf(each.from, events[0] as UnnumberedEnvelope, gone)
              if (each.wires.join() !== wire) return false
            }
          }
          for (const [index, name] of names.entries()) {
            const expected = (model[index] ?? []).map((one, at) => wireOf(at + 2, one, gone))
            const read = yield* wires(log, name)
            if (read.join("\n") !== expected.join("\n")) return false
          }
          return true
        })
      const result = await withStorage(layer(), ({ log }) => {
        let rounds = 0
        return Arbitrary.checkEffect(steps, (plan) => agrees(log, ++rounds, plan), {
          runs: 40,
          seed: "erasure",
        })
      })
      expect(Arbitrary.formatCheckFailure(result)).toBeUndefined()
    })
  })
}
