import { createPublicKey, verify } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Effect, Layer, Redacted, Schema } from "effect"
import type { Hono } from "hono"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CaptureFooter, CaptureHeader, CaptureLine } from "@foldcast/contracts/capture/capture"
import { chainStart, footerHash, lineHash } from "@foldcast/contracts/capture/hash-chain"
import { CaptureKeySet } from "@foldcast/contracts/capture/key-set"
import { Ids } from "../ids.ts"
import { referenceTerm } from "../log/search-terms.ts"
import { VisitIndex } from "../log/visit-index.ts"
import { VisitLog, type VisitLogShape } from "../log/visit-log.ts"
import {
  visitHeader,
  creditsEvents,
  memberId,
  START,
  TERMS,
  visitId,
} from "../log/visit-log.fixtures.ts"
import { MemoryVisitStorage } from "../log/memory.ts"
import { memoryStore } from "../store/durable-store.ts"
import { KeptAnswers, keptAnswersIn } from "../store/kept-answers.ts"
import { Audit } from "./audit.ts"
import { CANARIES, liveVisit, supportLimits } from "./capture.fixtures.ts"
import { captureSha256 } from "./digests.ts"
import { gatewayFoldFingerprint } from "./fold-sources.ts"
import { SigningKeys } from "./signing-keys.ts"
import { supportRoutes } from "./support-routes.ts"

const directory = mkdtempSync(join(tmpdir(), "support-routes-"))
const auditFile = join(directory, "audit.jsonl")
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const TOKENS = [
  { name: "eva", token: Redacted.make("eva-token-0123456789") },
  { name: "tom", token: Redacted.make("tom-token-0123456789") },
]

let app: Hono
let visits: VisitLogShape
const services = Layer.mergeAll(
  MemoryVisitStorage.layer,
  Layer.sync(KeptAnswers, () => keptAnswersIn(memoryStore())),
  Audit.layer({ file: auditFile }),
  SigningKeys.layer({ file: join(directory, "signing-keys.json") }),
  supportLimits,
).pipe(Layer.provideMerge(Ids.layer))
const never = Promise.withResolvers<void>()
const running = Promise.withResolvers<void>()
let finished: Promise<void>

beforeAll(async () => {
  finished = Effect.runPromise(
    Effect.gen(function* () {
      const log = yield* VisitLog
      visits = log
      yield* liveVisit(log, "first")
      yield* liveVisit(log, "second")
      yield* (yield* VisitIndex).noteTerm(visitId("second"), referenceTerm("7K3M-QX9F"))
      app = (yield* supportRoutes)({
        tokens: TOKENS,
        terms: TERMS,
        build: "test",
        folds: gatewayFoldFingerprint(),
        addressOf: () => "192.0.2.1",
      })
      running.resolve()
      yield* Effect.promise(() => never.promise)
    }).pipe(Effect.provide(services)),
  )
  await Promise.race([running.promise, finished])
})
afterAll(async () => {
  never.resolve()
  await finished
})

const GRANTED = { Authorization: "Bearer eva-token-0123456789", "X-Reason": "ticket 4711" }
const get = (path: string, headers: Record<string, string> = GRANTED) =>
  app.request(path, { headers })
const audited = () =>
  readFileSync(auditFile, "utf8")
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const linesOf = async (response: Response | Promise<Response>) =>
  gunzipSync(await (await response).arrayBuffer())
    .toString()
    .trimEnd()
    .split("\n")

const parsed = (line: string) => JSON.parse(line) as Record<string, unknown>

/** Header, lines and footer, each checked against its schema and the chain. */
const checked = (lines: ReadonlyArray<string>) => {
  const [first = "", ...rest] = lines
  const header = Schema.decodeUnknownSync(CaptureHeader)(parsed(first))
  let h = chainStart(captureSha256, header.v, first)
  for (const [index, line] of rest.entries()) {
    const hashOf = index === rest.length - 1 ? footerHash : lineHash
    h = hashOf(captureSha256, h, line) ?? ""
    expect(parsed(line)["h"]).toBe(h)
  }
  const body = rest.slice(0, -1).map((line) => Schema.decodeUnknownSync(CaptureLine)(parsed(line)))
  const footer = Schema.decodeUnknownSync(CaptureFooter)(parsed(rest.at(-1) ?? ""))
  expect(footer.count).toBe(body.length)
  return { header, body, footer }
}

describe("captures for support", () => {
  it("need a named token and a reason, and say which is missing", async () => {
    for (const path of ["/support/captures", "/support/captures/visit-id-first"]) {
      const cases: ReadonlyArray<readonly [Record<string, string>, number, string]> = [
        [{}, 401, "support.token"],
        [{ ...GRANTED, Authorization: "Bearer wrong" }, 401, "support.token"],
        [{ ...GRANTED, Authorization: "eva-token-0123456789" }, 401, "support.token"],
        [{ ...GRANTED, "X-Reason": "" }, 400, "support.reason"],
        [{ ...GRANTED, "X-Reason": "x".repeat(501) }, 400, "support.reason"],
      ]
      for (const [headers, status, label] of cases) {
        const response = await get(path, headers)
        expect(response.status).toBe(status)
        expect(response.headers.get("Content-Type")).toBe("application/problem+json")
        expect(await response.json()).toMatchObject({ status, label })
      }
    }
    expect((await get("/support/captures", {})).headers.get("WWW-Authenticate")).toContain("Bearer")
    expect(audited()).toEqual([])
  })

  it("are listed by what support knows, and the list is audited", async () => {
    const response = await get("/support/captures?reference=7K3M-QX9F")
    expect(response.headers.get("Cache-Control")).toBe("no-store")
    expect(await response.json()).toMatchObject({
      captures: [{ visit: "visit-id-second", events: 7, clientFacts: 3, ended: false }],
    })
    expect(audited().at(-1)).toMatchObject({
      name: "eva",
      reason: "ticket 4711",
      action: "list",
      visits: ["visit-id-second"],
    })
    for (const typed of ["7k3mqx9f", "7K3M%20QX9F"]) {
      const { captures } = (await (await get(`/support/captures?reference=${typed}`)).json()) as {
        readonly captures: ReadonlyArray<{ readonly visit: string }>
      }
      expect(captures.map(({ visit }) => visit)).toEqual(["visit-id-second"])
    }
    const both = await get(
      "/support/captures?member=member-sanne&tab=tab-shared&from=0&to=9999999999999",
    )
    expect(((await both.json()) as { captures: Array<unknown> }).captures).toHaveLength(2)
  })

  it("are found by an address and by times as people write them, and the audit names neither", async () => {
    const [email = ""] = CANARIES
    const found = async (query: string) => {
      const response = await get(`/support/captures?${query}`)
      return ((await response.json()) as { captures: Array<unknown> }).captures.length
    }
    const address = encodeURIComponent(email.toUpperCase())
    const started = new Date(START).toISOString()
    expect(await found(`email=${address}&from=${started}&to=2099-01-01`)).toBe(2)
    expect(await found(`email=${address}&from=2099-01-01T00:00:00%2B01:00`)).toBe(0)
    expect(await found("payment=tx_of-nobody")).toBe(0)
    expect(audited().at(-3)).toMatchObject({ action: "list", by: ["email", "from", "to"] })
    expect(readFileSync(auditFile, "utf8")).not.toContain(email)
  })

  it("are not listed by a query that cannot be read", async () => {
    for (const [query, field] of [
      ["from=yesterday", "from"],
      ["member=%20", "member"],
      ["email=x", "email"],
      ["from=2026-01-01T12:00:00", "from"],
      ["to=2026-13-45", "to"],
      ["username=x", "username"],
      ["from=", "from"],
      ["from=0x10", "from"],
      ["to=1e3", "to"],
      ["to=%2B5", "to"],
      ["from=1.0", "from"],
      ["reference=7K3M-QX9F&reference=7K3M-QX9F", "reference"],
    ]) {
      const response = await get(`/support/captures?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: [{ field }] })
    }
  })

  it("hold the visit in its document's order, chained and redacted, and are audited", async () => {
    const response = await get("/support/captures/visit-id-first", {
      ...GRANTED,
      "X-Reason": Buffer.from("klacht over een betaling: € 10").toString("latin1"),
    })
    expect(response.headers.get("Content-Type")).toBe("application/gzip")
    expect(response.headers.get("Content-Disposition")).toContain("visit-id-first.ndjson.gz")
    const lines = await linesOf(response)
    const { header, body } = checked(lines)
    expect(header).toMatchObject({ fmt: "foldcast-capture", v: 2, base: "page", build: "test" })
    expect(header.types["BundleBought"]).toMatchObject({ v: 1 })
    const order = body.map((line) => {
      if (line.dir === "in") return `#${line.seq}`
      return line.dir === "ui" ? `ui${line.n}` : line.dir
    })
    expect(order).toEqual([
      "#1",
      "conn",
      "ui1",
      "#2",
      "#3",
      "#4",
      "ui2",
      "ui3",
      "conn",
      "#5",
      "#6",
      "#7",
    ])
    for (const canary of CANARIES) expect(lines.join("\n")).not.toContain(canary)
    const session = body.flatMap((line) => {
      if (line.dir === "in") return line.event["sessionId"] ?? []
      return line.dir === "ui" ? (line.fact["sessionId"] ?? []) : []
    })
    expect(session).toHaveLength(3)
    expect(new Set(session).size).toBe(1)
    expect(audited().at(-1)).toMatchObject({
      action: "capture",
      reason: "klacht over een betaling: € 10",
      visits: ["visit-id-first"],
    })
  })

  it("are signed by a key that anybody may read", async () => {
    const { footer } = checked(await linesOf(get("/support/captures/visit-id-first")))
    const response = await get("/support/keys", {})
    expect(response.headers.get("Content-Type")).toBe("application/jwk-set+json")
    const text = await response.text()
    expect(text).not.toContain('"d"')
    const { keys } = Schema.decodeUnknownSync(Schema.fromJsonString(CaptureKeySet))(text)
    const [key] = keys
    expect(keys).toHaveLength(1)
    expect(key?.kid).toBe(footer.kid)
    const publicKey = createPublicKey({ key: { ...key }, format: "jwk" })
    const signature = Buffer.from(footer.sig, "base64url")
    expect(verify(null, Buffer.from(footer.h), publicKey, signature)).toBe(true)
  })

  it("have another token for the same person in each capture", async () => {
    const names = await Promise.all(
      [1, 2].map(async () => {
        const { body } = checked(await linesOf(get("/support/captures/visit-id-first")))
        return body.flatMap((line) => (line.dir === "in" ? (line.event["username"] ?? []) : []))[0]
      }),
    )
    expect(names[0]).not.toBe(names[1])
  })

  it("hold a tab's visits of one person in one file, with the same tokens throughout", async () => {
    const { tab } = visitHeader("shared")
    await Effect.runPromise(
      visits.begin(visitHeader("other", { tab, member: memberId("ben") }), creditsEvents(1)),
    )
    const lines = await linesOf(get("/support/captures/visit-id-second?tab=1"))
    const second = lines.findLastIndex((line) => line.includes(`"fmt":`))
    const parts = [checked(lines.slice(0, second)), checked(lines.slice(second))]
    const members = parts.map(
      ({ body }) =>
        body.flatMap((line) => (line.dir === "in" ? (line.event["memberId"] ?? []) : []))[0],
    )
    expect(members[0]).toBe(members[1])
    expect(audited().at(-1)).toMatchObject({
      action: "tab-capture",
      visits: ["visit-id-first", "visit-id-second"],
    })
  })

  it("have one answer for an unknown visit and for a name that cannot be one, unaudited", async () => {
    const before = audited().length
    for (const visit of ["nobody-here", "x", "%00", "..%2f..%2fetc"]) {
      const response = await get(`/support/captures/${visit}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ label: "visit.unknown" })
    }
    expect(audited()).toHaveLength(before)
  })
})
