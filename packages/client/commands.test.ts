/** A command is posted until it is answered, always with the same id. */
import { describe, expect, it } from "vitest"
import { NO_ANSWER } from "@foldcast/contracts/commands/no-answer"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import { postCommand } from "./commands.ts"

const request = {
  commandId: "command-1" as CommandId,
  visit: "visit-page" as VisitId,
  command: { _tag: "LogOut" } as const,
}

type Answer = (() => Response) | "unreachable"

const admitted = () =>
  Response.json({ commandId: "command-1", epoch: "e1", seq: 7 }, { status: 202 })
const problem =
  (status: number, label: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ label, reference: "7K3M-QX9F" }, { status, headers })

const post = async (answers: ReadonlyArray<Answer>) => {
  const bodies: Array<string> = []
  const waits: Array<number> = []
  const answer = await postCommand("https://site.example", request, {
    fetch: (url, init) => {
      expect(url).toBe("https://site.example/api/commands")
      expect(init.headers).toMatchObject({ "X-Foldcast": "1", "Content-Type": "application/json" })
      const next = answers[Math.min(bodies.length, answers.length - 1)]
      bodies.push(typeof init.body === "string" ? init.body : "")
      return next === undefined || next === "unreachable"
        ? Promise.reject(new TypeError("fetch failed"))
        : Promise.resolve(next())
    },
    sleep: (ms) => {
      waits.push(ms)
      return Promise.resolve()
    },
    random: () => 0.5,
  })
  return { answer, bodies, waits }
}

describe("a command of the client", () => {
  it("is admitted with the position of its outcome", async () => {
    const { answer, bodies } = await post([admitted])
    expect(answer).toEqual({ _tag: "Admitted", seq: 7 })
    expect(JSON.parse(bodies[0] ?? "")).toEqual(request)
  })

  it("is repeated unchanged while it gets no answer, still runs, or is too early", async () => {
    const { answer, bodies } = await post([
      "unreachable",
      problem(409, "command.running"),
      problem(503, "request.unavailable"),
      problem(429, "request.tooMany"),
      admitted,
    ])
    expect(answer._tag).toBe("Admitted")
    expect(new Set(bodies).size).toBe(1)
    expect(bodies).toHaveLength(5)
  })

  it("waits as long as it is told, within limits", async () => {
    const { waits } = await post([problem(429, "x", { "Retry-After": "2" }), admitted])
    expect(waits[0]).toBeGreaterThanOrEqual(2_000)
    const long = await post([problem(429, "x", { "Retry-After": "86400" }), admitted])
    expect(long.waits).toEqual([10_000])
  })

  it("is refused at once, with the problem's label and reference", async () => {
    const { answer, bodies } = await post([problem(404, "visit.unknown")])
    expect(answer).toEqual({
      _tag: "NotAdmitted",
      label: "visit.unknown",
      reference: "7K3M-QX9F",
    })
    expect(bodies).toHaveLength(1)
    const nameless = await post([() => new Response("<html>", { status: 400 })])
    expect(nameless.answer).toMatchObject({ label: "http.400", reference: null })
  })

  it("ends without an answer after six attempts, and says that it may have taken effect", async () => {
    const { answer, bodies } = await post(["unreachable"])
    expect(answer).toMatchObject({ _tag: "NotAdmitted", label: NO_ANSWER })
    expect(bodies).toHaveLength(6)
    const half = await post(["unreachable", problem(429, "request.tooMany")])
    expect(half.answer).toMatchObject({ label: NO_ANSWER })
  })

  it("is waited for as long as it runs, which is no failure, up to a limit", async () => {
    const running = problem(409, "command.running", { "Retry-After": "1" })
    const { answer, bodies, waits } = await post([
      "unreachable",
      ...Array.from({ length: 20 }, () => running),
      admitted,
    ])
    expect(answer._tag).toBe("Admitted")
    expect(bodies).toHaveLength(22)
    expect(waits.slice(1)).toEqual(Array.from({ length: 20 }, () => 1_000))
    for (const told of ["0", "Wed, 25 Nov 2026 07:28:00 GMT"]) {
      const vague = problem(409, "command.running", { "Retry-After": told })
      expect((await post([vague, admitted])).waits).toEqual([1_000])
    }
    const forEver = await post([running])
    expect(forEver.answer).toMatchObject({ label: NO_ANSWER })
    expect(forEver.bodies).toHaveLength(60)
  })

  it("that never began is refused with that reason", async () => {
    const { answer } = await post([problem(429, "request.tooMany")])
    expect(answer).toMatchObject({ label: "request.tooMany" })
  })
})
