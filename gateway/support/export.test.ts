import { Effect, Logger, Stream } from "effect"
import { describe, expect, it } from "vitest"
import { chainStart, lineHash } from "@foldcast/contracts/capture/hash-chain"
import type { ClientFact } from "@foldcast/contracts/client-facts/client-fact"
import { Epoch } from "@foldcast/contracts/ids"
import { visitHeader, creditsEvents, START, visitId } from "../log/visit-log.fixtures.ts"
import { type VisitLogShape, VisitClosed } from "../log/visit-log.ts"
import type { VisitStorage } from "../log/visit-storage.ts"
import { memoryVisitStorage } from "../log/memory.ts"
import { memoryStore } from "../store/durable-store.ts"
import {
  keptAnswersIn,
  type KeptAnswersShape,
  KeptAnswersUnavailable,
} from "../store/kept-answers.ts"
import { namelessPath } from "@foldcast/contracts/client-facts/named-paths"
import { PAGES } from "@foldcast/rules/page-routes"
import { keyedDigest, captureSha256 } from "./digests.ts"
import { type CaptureSources, exportVisits } from "./export.ts"

const MAKER = { build: "test", folds: "test", signer: { kid: "test", sign: () => "signed" } }

const exported = (
  { log, index }: VisitStorage,
  {
    kept = keptAnswersIn(memoryStore()),
    alongside = Effect.void,
  }: {
    readonly kept?: CaptureSources["kept"]
    readonly alongside?: Effect.Effect<unknown, unknown>
  } = {},
) =>
  Effect.gen(function* () {
    const visits = yield* index.list({ limit: 9 })
    yield* alongside
    const texts = yield* Stream.runCollect(
      exportVisits({ log, kept }, visits, MAKER, keyedDigest("key"), START),
    )
    return texts.join("").trimEnd().split("\n")
  })

const EVENTS = 1_234

const withVisit = () => {
  const storage = memoryVisitStorage(Epoch.make("epoch"))
  const { log } = storage
  return { storage, log, begun: log.begin(visitHeader("a"), creditsEvents(EVENTS)) }
}

it("an export reads as many pages as the visit has, and ends at the position it began with", async () => {
  const { storage, log, begun } = withVisit()
  const more = log.append([{ visit: visitId("a"), events: creditsEvents(700) }])
  const lines = await Effect.runPromise(
    Effect.andThen(begun, exported(storage, { alongside: more })),
  )
  expect(lines).toHaveLength(EVENTS + 2)
  expect(lines.at(-1)).toContain(`"count":${EVENTS}`)
})

it("an export puts facts into the document's order, however they are numbered", async () => {
  const storage = memoryVisitStorage(Epoch.make("epoch"))
  const { log } = storage
  const COUNT = 330
  const dialogs = ["logIn", "register", "wallet"] as const
  const facts = Array.from({ length: COUNT }, (_, index) => ({
    n: index + 1,
    // Some runs of numbers stand before others that are lower.
    after: 1 + ((index * 7) % 20) + (index % 100 < 60 ? 0 : 1),
    at: START + index,
    fact: { _tag: "DialogOpened", dialog: dialogs[index % 3] ?? "logIn" } as const,
  }))
  const lines = await Effect.runPromise(
    Effect.gen(function* () {
      yield* log.begin(visitHeader("a"), creditsEvents(25))
      for (let from = 0; from < COUNT; from += 100)
        yield* log.storeFacts(visitId("a"), facts.slice(from, from + 100), 1)
      return yield* exported(storage)
    }),
  )
  const told = lines
    .map((line) => JSON.parse(line) as { readonly dir?: string; readonly n?: number })
    .flatMap(({ dir, n }) => (dir === "ui" ? [n] : []))
  const expected = facts.toSorted((a, b) => a.after - b.after || a.n - b.n).map(({ n }) => n)
  expect(told).toEqual(expected)
})

it("an export has no footer where its visit was deleted while it ran", async () => {
  const storage = memoryVisitStorage(Epoch.make("epoch"))
  const { log } = storage
  const facts = numbered(
    Array.from({ length: 120 }, () => ({ _tag: "WalletOpened" }) as const),
    3,
  )
  const lines = await Effect.runPromise(
    Effect.gen(function* () {
      yield* log.begin(visitHeader("a"), creditsEvents(3))
      yield* log.storeFacts(visitId("a"), facts, 1)
      const reads = { count: 0 }
      const vanishing: VisitLogShape = {
        ...log,
        readFacts: (...asked) => {
          reads.count += 1
          return reads.count > 4 ? Effect.succeed([]) : log.readFacts(...asked)
        },
      }
      return yield* exported({ ...storage, log: vanishing })
    }),
  )
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.at(-1)).not.toContain('"count"')
})

const PATH = "/api/performers?lang=nl&page=1&limit=30"
const applied = (text: string, key = PATH) =>
  ({ _tag: "AnswerApplied", key, status: 200, hash: captureSha256(text) }) as const
const numbered = (facts: ReadonlyArray<ClientFact>, after = 1) =>
  facts.map((fact, index) => ({ n: index + 1, after, at: START + index, fact }))

/** The lines of a visit with these client facts, when these texts are kept. */
const withFacts = (
  facts: ReadonlyArray<ClientFact>,
  texts: ReadonlyArray<string>,
  reading?: KeptAnswersShape["read"],
  logged = Logger.layer([]),
) => {
  const storage = memoryVisitStorage(Epoch.make("epoch"))
  const { log } = storage
  const kept = keptAnswersIn(memoryStore(10_000_000))
  return Effect.runPromise(
    Effect.gen(function* () {
      yield* log.begin(visitHeader("a"), creditsEvents(3))
      yield* log.storeFacts(visitId("a"), numbered(facts), 1)
      yield* kept.cite(
        texts.map((text) => ({ hash: captureSha256(text), text })),
        1,
      )
      return yield* exported(storage, { kept: { read: reading ?? kept.read } })
    }).pipe(Effect.provide(logged)),
  )
}

interface Line {
  readonly [member: string]: unknown
}
const lineOf = (text: string) => JSON.parse(text) as Line
const answersIn = (lines: ReadonlyArray<string>) =>
  lines
    .map(lineOf)
    .filter(({ dir }) => dir === "answer")
    .map(({ i: _i, t: _t, h: _h, dir: _dir, ...answer }) => answer)

describe("an answer that the visit applied, in an export,", () => {
  const LIST = JSON.stringify({ performers: [{ username: "Mila", about: "x" }], page: 1 })
  const COUNT = JSON.stringify({ count: 5 })

  it("stands behind the fact that tells of it, with its body", async () => {
    const lines = await withFacts(
      [{ _tag: "WalletOpened" }, applied(LIST), { _tag: "WalletClosed" }, applied(COUNT, "/c")],
      [LIST, COUNT],
    )
    const order = lines
      .slice(1, -1)
      .map(lineOf)
      .map(({ seq, key, fact }) => seq ?? key ?? (fact as Line)["_tag"])
    expect(order).toEqual([
      1,
      "WalletOpened",
      "AnswerApplied",
      PATH,
      "WalletClosed",
      "AnswerApplied",
      "/c",
      2,
      3,
    ])
    expect(answersIn(lines)).toEqual([
      { key: PATH, status: 200, hash: captureSha256(LIST), body: JSON.parse(LIST) },
      { key: "/c", status: 200, hash: captureSha256(COUNT), body: JSON.parse(COUNT) },
    ])
  })

  it("has its body once in a capture, and once in each capture of a tab", async () => {
    const lines = await withFacts([applied(LIST), applied(COUNT), applied(LIST, "/again")], [LIST])
    expect(answersIn(lines).map(({ key, body }) => [key, body !== undefined])).toEqual([
      [PATH, true],
      [PATH, false],
      ["/again", false],
    ])
    const storage = memoryVisitStorage(Epoch.make("epoch"))
    const { log } = storage
    const kept = keptAnswersIn(memoryStore())
    const both = await Effect.runPromise(
      Effect.gen(function* () {
        for (const name of ["a", "b"]) {
          yield* log.begin(visitHeader(name), creditsEvents(1))
          yield* log.storeFacts(visitId(name), numbered([applied(LIST)]), 1)
        }
        yield* kept.cite([{ hash: captureSha256(LIST), text: LIST }], 1)
        return yield* exported(storage, { kept })
      }),
    )
    expect(answersIn(both).map(({ body }) => body)).toEqual([JSON.parse(LIST), JSON.parse(LIST)])
  })

  it("has no body where none is kept, where the browser gave no hash, and where none can be read", async () => {
    const gone = await withFacts([applied(LIST)], [])
    expect(answersIn(gone)).toEqual([{ key: PATH, status: 200, hash: captureSha256(LIST) }])
    const personal = await withFacts([{ ...applied(LIST), hash: "" }], [LIST])
    expect(answersIn(personal)).toEqual([{ key: PATH, status: 200, hash: "" }])
    const broken = await withFacts([applied(LIST)], [LIST], () =>
      Effect.fail(new KeptAnswersUnavailable({ operation: "read", detail: "disk" })),
    )
    expect(answersIn(broken)).toEqual([{ key: PATH, status: 200, hash: captureSha256(LIST) }])
    expect(broken.at(-1)).toContain("stateHash")
  })

  it("is asked for once, and the failure to read one is logged once, however many were applied", async () => {
    const texts = Array.from({ length: 20 }, (_, index) => JSON.stringify({ count: index }))
    const asked: Array<string> = []
    const said: Array<unknown> = []
    const broken: KeptAnswersShape["read"] = (hash) =>
      Effect.suspend(() => {
        asked.push(hash)
        return Effect.fail(new KeptAnswersUnavailable({ operation: "read", detail: "disk" }))
      })
    const log = Logger.layer([Logger.make(({ message }) => said.push(message))])
    const facts = [...texts, ...texts].map((text) => applied(text))
    const lines = await withFacts(facts, [], broken, log)
    expect(answersIn(lines)).toHaveLength(40)
    expect(asked).toEqual(texts.map(captureSha256))
    expect(said).toHaveLength(1)
  })

  it("says nothing else that a browser says of it", async () => {
    const lines = await withFacts([{ ...applied(LIST), body: { of: "Mila" } } as ClientFact], [])
    expect(lines.join("")).not.toContain("Mila")
  })

  it("leaves the hash chain whole and the state unchanged without bodies", async () => {
    const facts = [applied(LIST), applied(COUNT)]
    const [withBodies, without] = [
      await withFacts(facts, [LIST, COUNT]),
      await withFacts(facts, []),
    ]
    const stateOf = (lines: ReadonlyArray<string>) => lineOf(lines.at(-1) ?? "")["stateHash"]
    expect(stateOf(withBodies)).toBe(stateOf(without))
    let h = chainStart(captureSha256, 2, withBodies[0] ?? "")
    for (const line of withBodies.slice(1, -1)) {
      h = lineHash(captureSha256, h, line) ?? ""
      expect(lineOf(line)["h"]).toBe(h)
    }
    expect(lineOf(withBodies.at(-1) ?? "")["count"]).toBe(withBodies.length - 2)
  })
})

it("an export names no performer whose page was visited, and has one placeholder for each of them", async () => {
  const PROFILE = JSON.stringify({ performer: { id: "p_000007", username: "Mila" } })
  const lines = await withFacts(
    [
      {
        _tag: "Navigated",
        path: "/en/profile/Mila",
        routeName: "profile-model-en",
        params: { model: "Mila" },
      },
      applied(PROFILE, "/api/performers/Mila?lang=en"),
      applied(PROFILE, "/api/albums/p_000007?lang=en"),
      { _tag: "MessageWanted", performerId: "p_000007" },
    ],
    [PROFILE],
  )
  expect(lines.join("")).not.toMatch(/Mila|p_000007/u)
  expect(lines.join("")).not.toContain(captureSha256(PROFILE))
  const name = lines.join("").match(/n_[0-9a-f]{22}/gu) ?? []
  const id = lines.join("").match(/p_[0-9a-f]{22}/gu) ?? []
  // In the path, among its parameters, and in the key of the fact and of the answer.
  expect([name.length, new Set(name).size]).toEqual([4, 1])
  expect([id.length, new Set(id).size]).toEqual([3, 1])
  expect(answersIn(lines).map(({ status, hash, body }) => [status, hash, body])).toEqual([
    [200, "", undefined],
    [200, "", undefined],
  ])
})

it("an export keeps every address of the site that names nobody", () => {
  const digest = keyedDigest("key")
  for (const { path } of Object.values(PAGES)) {
    if (!path.includes("$")) expect(namelessPath(path, digest)).toBe(path)
  }
})

it("an export says how many performers were shown and not who, also beside lists that name them", async () => {
  const shown = (performerIds: ReadonlyArray<string>) =>
    ({ _tag: "PerformersShown", performerIds }) as ClientFact
  const lines = await withFacts([shown(["p_000001", "p_000002"])], [])
  const facts = lines.map(lineOf).flatMap(({ fact }) => (fact === undefined ? [] : [fact]))
  expect(facts).toEqual([shown(["p_shown", "p_shown"])])
})

it("an export ends without a footer where the log turns out damaged, so that it reads as truncated", async () => {
  const { storage, log, begun } = withVisit()
  const damagedLater: VisitLogShape = {
    ...log,
    read: (visit, after, limit) =>
      after < 1_000
        ? log.read(visit, after, limit)
        : Effect.fail(new VisitClosed({ visit, why: "damaged" })),
  }
  const lines = await Effect.runPromise(
    Effect.andThen(begun, exported({ ...storage, log: damagedLater })),
  )
  expect(lines).toHaveLength(1_001)
  expect(lines.join("")).not.toContain("stateHash")
})
