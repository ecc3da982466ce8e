/** Logs that earlier gateways wrote: opened by today's, and found and opened by support as before. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { gunzipSync } from "node:zlib"
import { Effect, Layer, Redacted } from "effect"
import type { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Ids } from "../ids.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { VisitLog } from "../log/visit-log.ts"
import type { VisitStorage } from "../log/visit-storage.ts"
import { creditsEvents, TERMS, visitId } from "../log/visit-log.fixtures.ts"
import { SqliteVisitStorage } from "../log/sqlite/sqlite-storage.ts"
import { memoryStore } from "../store/durable-store.ts"
import { KeptAnswers, keptAnswersIn } from "../store/kept-answers.ts"
import { Audit } from "./audit.ts"
import { supportLimits } from "./capture.fixtures.ts"
import { gatewayFoldFingerprint } from "./fold-sources.ts"
import { SigningKeys } from "./signing-keys.ts"
import { supportRoutes } from "./support-routes.ts"

const VERSION_1 = new URL("../log/version-1.fixture.sql", import.meta.url)
const TOKEN = "a-support-token-0123456789"
const FIRST = visitId("first")
const SECOND = visitId("second")

describe("a log of version 1", () => {
  const directory = mkdtempSync(join(tmpdir(), "earlier-log-"))
  const file = join(directory, "visits.db")
  const layer = Layer.mergeAll(
    SqliteVisitStorage.layer({ file, terms: TERMS }),
    Layer.sync(KeptAnswers, () => keptAnswersIn(memoryStore())),
    Audit.layer({ file: join(directory, "audit.ndjson") }),
    SigningKeys.layer({ file: join(directory, "signing-keys.json") }),
    supportLimits,
  ).pipe(Layer.provideMerge(Ids.layer))

  beforeAll(() => {
    const earlier = new DatabaseSync(file)
    earlier.exec(readFileSync(VERSION_1, "utf8"))
    earlier.close()
  })
  afterAll(() => rmSync(directory, { recursive: true, force: true }))

  const opened = (use: (world: VisitStorage & { support: Hono }) => Promise<void>) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const storage = { log: yield* VisitLog, index: yield* VisitIndex }
        const support = (yield* supportRoutes)({
          tokens: [{ name: "support", token: Redacted.make(TOKEN) }],
          terms: TERMS,
          build: "test",
          folds: gatewayFoldFingerprint(),
          addressOf: () => "192.0.2.1",
        })
        yield* Effect.promise(() => use({ ...storage, support }))
      }).pipe(Effect.provide(layer)),
    )

  const ask = (support: Hono, path: string) =>
    support.request(path, {
      headers: { Authorization: `Bearer ${TOKEN}`, "X-Reason": "a complaint" },
    })
  const foundBy = async (support: Hono, query: string) => {
    const response = await ask(support, `/support/captures?${query}`)
    const { captures } = (await response.json()) as {
      readonly captures: ReadonlyArray<{ readonly visit: string }>
    }
    return captures.map(({ visit }) => visit)
  }

  it("has its visits, which go on where they were", () =>
    opened(async ({ log, index }) => {
      const run = Effect.runPromise
      const first = await run(index.find(FIRST))
      if (first === null) return expect.fail("the visit is not found")
      expect(first).toMatchObject({ member: "member-sanne", head: 7, n: 3, ended: false })
      const stored = await run(log.read(first.visit, 0, 100))
      expect(stored.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(await run(log.readFacts(first.visit, 0, 100))).toHaveLength(3)
      expect(await run(log.readConnections(first.visit))).toHaveLength(2)
      const more = await run(log.append([{ visit: first.visit, events: creditsEvents(1) }]))
      expect(more).toMatchObject({ appended: [{ from: 8, to: 8 }] })
    }))

  it("is searched by the references that refused commands were given", () =>
    opened(async ({ support }) => {
      expect(await foundBy(support, "reference=7K3M-QX9F")).toEqual([FIRST])
      expect(await foundBy(support, "reference=7k3mqx9f")).toEqual([FIRST])
      expect(await foundBy(support, "reference=0A1B-2C3D")).toEqual([SECOND])
      // One that named no visit, and one whose visit is gone.
      for (const code of ["9Z9Z-9Z9Z", "8Y8Y-8Y8Y"])
        expect(await foundBy(support, `reference=${code}`)).toEqual([])
      expect(await foundBy(support, "member=member-sanne")).toEqual([FIRST])
    }))

  it("gives captures of its visits", () =>
    opened(async ({ support }) => {
      const response = await ask(support, `/support/captures/${SECOND}`)
      expect(response.status).toBe(200)
      const capture = gunzipSync(await response.arrayBuffer()).toString()
      expect(capture).toContain('"CreditsChanged"')
      expect(JSON.parse(capture.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({
        count: 1,
        sig: expect.any(String) as string,
      })
    }))
})
