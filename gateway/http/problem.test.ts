import { it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { describe, expect } from "vitest"
import { Problem } from "@foldcast/contracts/commands/problem"
import { Ids } from "../ids.ts"
import { PROBLEM_KINDS, type ProblemKind } from "../problem-kinds.ts"
import { problemOf, refusal } from "./problem.ts"

const ids = Effect.runSync(Ids.pipe(Effect.provide(Ids.layer)))
const kinds = Object.keys(PROBLEM_KINDS) as ReadonlyArray<ProblemKind>

describe("a refusal", () => {
  it("is problem+json of the contract's shape, for every kind", async () => {
    for (const kind of kinds) {
      const { response } = refusal(ids, kind)
      expect(response.status).toBe(PROBLEM_KINDS[kind].status)
      expect(response.headers.get("content-type")).toBe("application/problem+json")
      expect(response.headers.get("cache-control")).toBe("no-store")
      const problem = Schema.decodeUnknownSync(Problem)(await response.json())
      expect(problem).toMatchObject(PROBLEM_KINDS[kind])
      expect(problem.type).toMatch(/^urn:foldcast:problem:[a-z-]+$/u)
      expect(problem.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/u)
    }
  })

  it("names fields and the wait where they are known", async () => {
    const fields = [{ field: "email", label: "badRequest.email" }]
    const details = { label: "request.slow", fields, retryAfterSeconds: 7 }
    const { response } = refusal(ids, "tooMany", details)
    expect(response.headers.get("retry-after")).toBe("7")
    expect(await response.json()).toMatchObject({ label: "request.slow", fields })
  })

  it("is the same for another's visit and an unknown one", () => {
    const twice = [problemOf("noSuchVisit", "X"), problemOf("noSuchVisit", "X")]
    expect(twice[0]).toEqual(twice[1])
    expect(PROBLEM_KINDS.noSuchVisit.status).toBe(404)
  })

  it.effect.prop(
    "stays within the contract whatever label it is given",
    [Schema.String],
    ([label]) =>
      Effect.sync(() => {
        const problem = problemOf("malformed", "X", { label })
        expect(Schema.is(Problem)(problem)).toBe(true)
      }),
  )
})
