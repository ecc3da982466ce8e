/** From a gateway's log over HTTP into a file and back to the same state. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Audit } from "@foldcast/gateway/support/audit"
import { CANARIES, liveVisit, supportLimits } from "@foldcast/gateway/support/capture.fixtures"
import { gatewayFoldFingerprint } from "@foldcast/gateway/support/fold-sources"
import { SigningKeys } from "@foldcast/gateway/support/signing-keys"
import { supportRoutes } from "@foldcast/gateway/support/support-routes"
import { Ids } from "@foldcast/gateway/ids"
import { referenceTerm } from "@foldcast/gateway/log/search-terms"
import { VisitIndex } from "@foldcast/gateway/log/visit-index"
import { VisitLog } from "@foldcast/gateway/log/visit-log"
import { TERMS, visitId } from "@foldcast/gateway/log/visit-log.fixtures"
import { MemoryVisitStorage } from "@foldcast/gateway/log/memory"
import { memoryStore } from "@foldcast/gateway/store/durable-store"
import { KeptAnswers, keptAnswersIn } from "@foldcast/gateway/store/kept-answers"
import { replayFile } from "@foldcast/replay/player"
import { runFoldcast } from "../run-foldcast.fixture.ts"

const directory = mkdtempSync(join(tmpdir(), "capture-"))
const TOKEN = "support-token-0123456789"

let server: Server
let url: string

const served = (handle: (request: Request) => Response | Promise<Response>): Server => {
  const answer = async (path: string, headers: Headers, response: ServerResponse) => {
    const {
      status,
      headers: answered,
      body,
    } = await handle(new Request(new URL(path, url), { headers }))
    response.writeHead(status, Object.fromEntries(answered))
    if (body === null) response.end()
    else Readable.fromWeb(body).pipe(response)
  }
  return createServer(({ url: path = "/", headers }, response) => {
    const given = Object.entries(headers).map(([name, value]) => [name, String(value)])
    void answer(path, new Headers(given as Array<[string, string]>), response)
  })
}

beforeAll(async () => {
  const services = Layer.mergeAll(
    MemoryVisitStorage.layer,
    Layer.sync(KeptAnswers, () => keptAnswersIn(memoryStore())),
    Audit.layer({ file: join(directory, "audit.jsonl") }),
    SigningKeys.layer({ file: join(directory, "signing-keys.json") }),
    supportLimits,
  ).pipe(Layer.provideMerge(Ids.layer))
  const settings = {
    tokens: [{ name: "eva", token: Redacted.make(TOKEN) }],
    terms: TERMS,
    build: "test",
    folds: gatewayFoldFingerprint(),
    addressOf: () => "192.0.2.1",
  }
  const running = Promise.withResolvers<ReturnType<typeof served>>()
  void Effect.runPromise(
    Effect.gen(function* () {
      const log = yield* VisitLog
      yield* liveVisit(log, "first")
      yield* liveVisit(log, "second")
      yield* (yield* VisitIndex).noteTerm(visitId("first"), referenceTerm("7K3M-QX9F"))
      const app = (yield* supportRoutes)(settings)
      running.resolve(served((request) => app.fetch(request)))
      return yield* Effect.never
    }).pipe(Effect.provide(services)),
  )
  server = await running.promise
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(directory, { recursive: true, force: true })
})

const capture = (visit: string, output: string, ...more: ReadonlyArray<string>) =>
  runFoldcast(
    ["capture", visit, "--url", url, "--reason", "een klacht: € 10", "-o", output, ...more],
    { SUPPORT_TOKEN: TOKEN },
  )

describe("foldcast capture", () => {
  it("fetches a capture that folds to the state the gateway recorded", async () => {
    const file = join(directory, "first.ndjson.gz")
    expect(await capture("visit-id-first", file)).toEqual({ code: 0, out: `${file}\n`, err: "" })
    const { verdict, parts } = await replayFile(file)
    expect(verdict).toEqual({ _tag: "Ok" })
    expect(parts[0]).toMatchObject({ events: 7, facts: 3, unread: {} })
    const replayed = await runFoldcast(["replay", file, "--strict", "--keys", url])
    expect(replayed).toMatchObject({ code: 0, err: "" })
    expect(replayed.out).toMatch(/recorded state\. It is signed by the known key [\w-]{43}\.\n$/u)
    const keyless = await runFoldcast(["replay", file, "--strict"])
    expect(keyless.code).toBe(9)
    expect(keyless.err).toMatch(
      /^The capture is whole, but it is signed by a key that is not among/u,
    )
    for (const canary of CANARIES) expect(replayed.out).not.toContain(canary)
    expect(readFileSync(join(directory, "audit.jsonl"), "utf8")).toContain("een klacht: € 10")
  })

  it("fetches all of a tab's visits, which are then played one by one", async () => {
    const file = join(directory, "tab.ndjson.gz")
    expect((await capture("visit-id-second", file, "--tab")).code).toBe(0)
    const { verdict, parts } = await replayFile(file)
    expect([verdict._tag, parts.length]).toEqual(["Ok", 2])
    const first = await runFoldcast(["replay", file, "--part", "1", "--at", "4"])
    expect(JSON.parse(first.out)).toMatchObject({ visit: { seq: 4 }, credits: { balance: 120 } })
  })

  it("says in one sentence why it failed, and leaves no file behind", async () => {
    const file = join(directory, "nothing.ndjson.gz")
    const before = readdirSync(directory)
    const unknown = await capture("nobody-here", file)
    expect(unknown).toMatchObject({ code: 2, out: "" })
    expect(unknown.err).toMatch(
      /^The gateway refused: The visit is not known \(visit\.unknown, reference .+\)\.\n$/u,
    )
    const stranger = await capture("visit-id-first", file, "--token", "wrong")
    expect(stranger.err).toMatch(/support\.token/u)
    const nowhere = await capture("visit-id-first", file, "--url", "http://127.0.0.1:9")
    expect(nowhere).toMatchObject({
      code: 2,
      err: "http://127.0.0.1:9 cannot be reached: fetch failed (bad port).\n",
    })
    const schemeless = await capture("visit-id-first", file, "--url", "localhost:3000")
    expect(schemeless).toMatchObject({
      code: 2,
      err: "--url must be an http or https address, and is localhost:3000.\n",
    })
    const tokenless = await runFoldcast(["capture", "v", "--url", url, "--reason", "why"], {
      SUPPORT_TOKEN: "",
    })
    expect(tokenless.err).toBe("A support token is needed: give --token, or set SUPPORT_TOKEN.\n")
    expect(readdirSync(directory)).toEqual(before)
  })

  it("finds the visit by what a visitor can tell, and lists the visits where there are several", async () => {
    const found = (...by: ReadonlyArray<string>) =>
      runFoldcast(["capture", "--url", url, "--reason", "een klacht", "-o", "-", ...by], {
        SUPPORT_TOKEN: TOKEN,
      })
    const [email = "", , , session = ""] = CANARIES
    const several = await found("--email", email.toUpperCase())
    expect([several.code, several.out]).toEqual([2, ""])
    expect(several.err).toMatch(/^2 visits are known by that; name one:\nvisit-id-/u)
    expect(await found("--payment", session, "--reference", "7k3mqx9f")).toMatchObject({ code: 0 })
    expect(await found("--email", "nobody@example.test")).toMatchObject({
      code: 2,
      err: "No visit is known by that.\n",
    })
    expect((await found()).err).toMatch(/^Name a visit, or what it is known by: --reference, /u)
    expect((await found("--from", "yesterday")).err).toMatch(/support\.query/u)
    const audit = readFileSync(join(directory, "audit.jsonl"), "utf8")
    expect(audit).toContain('"by":["reference","payment"]')
    expect(audit).not.toContain(email)
    expect(audit).not.toContain(session)
  })

  it("takes only a visit's file name from a server, and prints no other name unescaped", async () => {
    const row = { member: null, startedAt: 0, lastEventAt: 0, events: 1 }
    let listed: ReadonlyArray<object> = []
    const evil = createServer((_, response) => {
      response.end(JSON.stringify({ captures: listed }))
    })
    await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve))
    const there = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`
    const fetched = () =>
      runFoldcast(["capture", "--url", there, "--reason", "een klacht", "--email", "a@b.test"], {
        SUPPORT_TOKEN: TOKEN,
      })
    for (const visit of ["../evil-here/x", "\u001b[2Jvisit-id", "x"]) {
      listed = [{ ...row, visit }]
      expect(await fetched()).toEqual({
        code: 2,
        out: "",
        err: "The gateway's list cannot be read.\n",
      })
    }
    listed = [1, 2].map(() => ({ ...row, visit: "visit-id-a", member: "\u009b31m" }))
    expect((await fetched()).err).not.toMatch(/\u009b/u)
    evil.close()
  })

  it("never overwrites a file", async () => {
    const file = join(directory, "first.ndjson.gz")
    expect(existsSync(file)).toBe(true)
    const bytes = readFileSync(file)
    const again = await capture("visit-id-first", file)
    expect(again).toMatchObject({
      code: 2,
      err: `${file} exists already; name another file with --output.\n`,
    })
    expect(readFileSync(file)).toEqual(bytes)
  })

  it("writes to standard output when asked to", async () => {
    const ran = await capture("visit-id-first", "-")
    expect([ran.code, ran.err]).toEqual([0, ""])
    expect(ran.out.length).toBeGreaterThan(100)
  })
})
