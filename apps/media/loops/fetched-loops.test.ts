import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { CODED_LOOP, codedLoopFile } from "./coded-loop.fixture.ts"
import { FetchedLoops } from "./fetched-loops.ts"

const FILE = codedLoopFile()
const KEY = "key-of-the-loops"

let asked: Array<string | undefined>
let failures: Array<string>
let atMs: number
/** What the next requests get; the last one stays. */
let answers: Array<{ readonly status: number; readonly body: Uint8Array }>
const server = createServer((request, response) => {
  asked.push(request.headers.authorization)
  const answer = answers.length > 1 ? answers.shift() : answers[0]
  response.writeHead(answer?.status ?? 500).end(answer?.body)
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/loops`
})
afterAll(() => server.close())
beforeEach(() => {
  asked = []
  failures = []
  atMs = 0
  answers = [{ status: 200, body: FILE }]
})

const loops = () =>
  new FetchedLoops({
    url,
    key: Redacted.make(KEY),
    now: () => atMs,
    onFailure: (_, reason) => failures.push(reason),
  })

describe("a loop of the chat service", () => {
  it("is fetched once, with the engine's key, however many viewers there are", async () => {
    const library = loops()
    const first = library.get(CODED_LOOP)
    await expect.poll(() => first.frame(7)?.length ?? 0).toBeGreaterThan(0)
    const second = library.get(CODED_LOOP)
    expect(second.idle).toHaveLength(80)
    expect(second.frame(7)).toEqual(first.frame(7))
    expect(asked).toEqual([`Bearer ${KEY}`])
  })

  it.each([
    ["is not there", { status: 404, body: new Uint8Array() }],
    ["is no loop", { status: 200, body: Buffer.from("hello\n") }],
    ["breaks off", { status: 200, body: FILE.subarray(0, -40) }],
  ] as const)("that %s is asked for again, two seconds later at the soonest", async (_, answer) => {
    answers = [answer, { status: 200, body: FILE }]
    const loop = loops().get(CODED_LOOP)
    await expect.poll(() => failures.length).toBe(1)
    expect(loop.idle.length).toBeGreaterThanOrEqual(0)
    expect(asked).toHaveLength(1)
    atMs = 2_000
    await expect
      .poll(() => (loop.idle.length > 0 ? (loop.frame(7)?.length ?? 0) : 0))
      .toBeGreaterThan(0)
    expect(asked).toHaveLength(2)
  })
})
