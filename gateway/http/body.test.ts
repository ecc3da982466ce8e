import { it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { describe, expect } from "vitest"
import { CommandRequest } from "@foldcast/contracts/commands/command"
import { type BodyRefused, readJson } from "./body.ts"

const MAX = 1_000

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null

const request = (body: Body, headers: Readonly<Record<string, string>> = {}) =>
  new Request("http://gateway.test/", {
    method: "POST",
    body,
    headers,
    ...(body instanceof ReadableStream ? { duplex: "half" as const } : {}),
  })

const read = <A>(
  body: Body,
  schema: Schema.Codec<A, unknown>,
  headers?: Readonly<Record<string, string>>,
): Promise<Result.Result<A, BodyRefused>> =>
  Effect.runPromise(Effect.result(readJson(request(body, headers), schema, MAX)))

const refusal = async (
  body: Body,
  schema: Schema.Codec<unknown, unknown> = Schema.Unknown,
  headers?: Readonly<Record<string, string>>,
) => {
  const result = await read(body, schema, headers)
  return Result.isFailure(result)
    ? { kind: result.failure.kind, label: result.failure.label }
    : "read"
}

const command = {
  commandId: "command-1",
  visit: "visit-0001",
  command: { _tag: "LogIn", email: "anna@example.com", password: "pass" },
}

describe("a request's body", () => {
  it("is decoded by its schema", async () => {
    const decoded = await read(JSON.stringify(command), CommandRequest)
    expect(Result.getOrThrow(decoded)).toEqual(command)
  })

  it("is refused with the path of what is wrong, and never with its value", async () => {
    const canary = "canary-value"
    const wrong = [
      [{ ...command, visit: canary.repeat(20) }, "badRequest.visit"],
      [
        { ...command, command: { ...command.command, email: [canary] } },
        "badRequest.command.email",
      ],
      [{ ...command, command: { _tag: canary } }, "badRequest.command"],
      [{ visit: command.visit, command: command.command }, "badRequest.commandId"],
      [canary, "badRequest.body"],
      [null, "badRequest.body"],
    ] as const
    for (const [body, label] of wrong) {
      const refused = await refusal(JSON.stringify(body), CommandRequest)
      expect(JSON.stringify(refused)).not.toContain(canary)
      expect(refused).toEqual({ kind: "malformed", label })
    }
  })

  it("is refused without naming a key that its sender invented", async () => {
    const schema = Schema.Record(Schema.String, Schema.Int)
    const refused = await refusal(JSON.stringify({ "<canary@x>": "no" }), schema)
    expect(refused).toEqual({ kind: "malformed", label: "badRequest._" })
  })

  it("must be JSON in UTF-8", async () => {
    const bytes = [Uint8Array.of(0x22, 0xff, 0x22), Uint8Array.of(0xef, 0xbb), new Uint8Array(0)]
    for (const body of [...bytes, "", "{", "{'a':1}", "NaN", '{"a":1}x']) {
      expect(await refusal(body)).toEqual({ kind: "malformed", label: "badRequest.json" })
    }
    expect(await refusal(null)).toEqual({ kind: "malformed", label: "badRequest.json" })
  })

  it("is limited by its declared length and by what arrives", async () => {
    const large = JSON.stringify("x".repeat(MAX))
    expect(await refusal(large)).toMatchObject({ kind: "tooLarge" })
    expect(await refusal("1", Schema.Unknown, { "content-length": "1001" })).toMatchObject({
      kind: "tooLarge",
    })
    expect(await refusal(JSON.stringify("x".repeat(MAX - 2)))).toBe("read")
  })

  it("is read no further than its limit", async () => {
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new Uint8Array(100).fill(0x20))
      },
    })
    expect(await refusal(endless)).toMatchObject({ kind: "tooLarge" })
    expect(sent).toBeLessThan(30)
  })

  it("is malformed when the connection breaks", async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error("gone")),
    })
    expect(await refusal(broken)).toMatchObject({ kind: "malformed" })
  })

  it("may be neither deep nor compressed, and cannot reach a prototype", async () => {
    const deep = `${"[".repeat(400)}${"]".repeat(400)}`
    expect(await refusal(deep)).toEqual({ kind: "malformed", label: "badRequest.depth" })
    const proto = '{"command":[{"__proto__":{"admin":true}}]}'
    expect(await refusal(proto)).toEqual({ kind: "malformed", label: "badRequest.proto" })
    expect(await refusal("1", Schema.Unknown, { "content-encoding": "gzip" })).toMatchObject({
      kind: "unsupportedMediaType",
    })
  })

  it.effect.prop(
    "is read or refused, whatever it contains",
    [Schema.String, Schema.Unknown],
    ([text, value]) =>
      Effect.gen(function* () {
        for (const body of [text, JSON.stringify(value) ?? text]) {
          const result = yield* Effect.result(readJson(request(body), CommandRequest, MAX))
          expect(Result.isFailure(result) && result.failure._tag).toBe("BodyRefused")
        }
      }),
  )
})
