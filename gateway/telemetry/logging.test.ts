import { it } from "@effect/vitest"
import { Effect, Logger, Redacted, Schema } from "effect"
import { describe, expect } from "vitest"
import { redactedLines } from "./logging.ts"
import { redactForLog, redactText } from "./redact.ts"

const logged = (effect: Effect.Effect<void>) => {
  const lines: Array<string> = []
  const layer = Logger.layer([Logger.map(redactedLines, (line) => lines.push(line))])
  return Effect.as(effect.pipe(Effect.provide(layer)), lines)
}

const COOKIE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNO_-"
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJl"
const canaries = [
  COOKIE,
  JWT,
  "canary-password",
  "anna@example.com",
  "203.0.113.77",
  "2001:db8:aa::77",
  "::ffff:198.51.100.7",
  "4711",
  "a private message",
]

describe("a line of the log", () => {
  it.effect("is one JSON object with time, level, message and what was attached", () =>
    Effect.gen(function* () {
      const lines = yield* logged(
        Effect.logWarning("frame does not decode", { source: "member-api", size: 12 }).pipe(
          Effect.annotateLogs({ visit: "visit-0001" }),
        ),
      )
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
        {
          at: "1970-01-01T00:00:00.000Z",
          level: "warn",
          message: ["frame does not decode", { source: "member-api", size: 12 }],
          about: { visit: "visit-0001" },
        },
      ])
    }),
  )

  it.effect("contains no secret, however it got there", () =>
    Effect.gen(function* () {
      const secrets = {
        cookie: COOKIE,
        Authorization: `Bearer ${JWT}`,
        password: "canary-password",
        newPassword: "canary-password",
        email: "anna@example.com",
        ip: "203.0.113.77",
        clientAddress: "203.0.113.77",
        pin: "4711",
        body: { content: "a private message" },
        nested: [{ headers: new Map([["cookie", COOKIE]]), "set-cookie": `auth=${COOKIE}` }],
        sealed: Redacted.make("canary-password"),
      }
      const sentence = [
        `Cookie: lang=nl; __Host-auth=${COOKIE}`,
        `GET /?action=login&token=${COOKIE} from 203.0.113.77 and 2001:db8:aa::77, ::ffff:198.51.100.7.`,
        `Bearer ${JWT} or ${JWT}`,
        'invalid {"password":"canary-password","pin": 4711} for anna@example.com',
      ].join("\n")
      const lines = yield* logged(
        Effect.gen(function* () {
          yield* Effect.logInfo(secrets)
          yield* Effect.logInfo(sentence)
          yield* Effect.logError(new Error(sentence, { cause: new Error(sentence) }))
          yield* Effect.logError("failed", { deep: { error: new Error(sentence), ...secrets } })
          yield* Effect.fail(new Error(sentence)).pipe(
            Effect.catchCause((cause) => Effect.logError("cause", cause)),
          )
          yield* Effect.logInfo("attached").pipe(
            Effect.annotateLogs({ ...secrets, note: sentence }),
          )
        }),
      )
      const text = lines.join("\n")
      expect(lines).toHaveLength(6)
      for (const canary of canaries) expect(text).not.toContain(canary)
    }),
  )

  it("leaves readable what is needed to understand it", () => {
    for (const text of [
      "listening on http://127.0.0.1:3000",
      "visit 0a1b2c3d4e5f6a7b8c9d0e ended at seq 17",
      "GET /wallet?lang=nl answered 502 after 1.2 s",
      "event 01890a5d-ac96-774b-bcce-b302099a8057 at 12:30:59",
    ]) {
      expect(redactText(text)).toBe(text)
    }
  })

  it("cannot be split into two by what it contains", () => {
    const line = JSON.stringify(redactForLog("one\r\ntwo\u2028three"))
    expect(line).not.toMatch(/[\r\n]/u)
  })

  it("is limited in length", () => {
    const loop: { self?: unknown; many: ReadonlyArray<string> } = {
      many: Array.from({ length: 5_000 }, () => "x".repeat(5_000)),
    }
    loop.self = loop
    expect(JSON.stringify(redactForLog(loop)).length).toBeLessThan(1_000_000)
  })

  it.effect.prop(
    "is made of any value without throwing",
    [Schema.Unknown, Schema.String],
    ([value, text]) =>
      Effect.sync(() => {
        expect(() =>
          JSON.stringify([redactForLog(value), redactForLog({ [text]: text })]),
        ).not.toThrow()
      }),
  )
})
