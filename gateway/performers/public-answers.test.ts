/** Which answers are held for the visits that cite them: public ones that reveal nothing about a visitor. */
import { hash } from "node:crypto"
import { it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { describe, expect } from "vitest"
import { GatewayConfig, readConfig } from "../config.ts"
import { RecentAnswers } from "../kept-answers/recent-answers.ts"
import { GatewayMetrics } from "../telemetry/metrics.ts"
import { PerformerService } from "../upstream/performer-service.ts"
import { Categories } from "./categories.ts"
import { PublicAnswers } from "./public-answers.ts"
import { publicResponse } from "../queries/public-queries.ts"

const LISTED = {
  rating: 80,
  dateOfBirth: "1998-06-16",
  languages: ["nl"],
  cybertoy: 0,
  snapshot: null,
  nonude: null,
  firstCamSession: null,
  lastCamSession: null,
}

/** Answers every call with a body that has all fields any of them reads. */
const service = Layer.succeed(
  PerformerService,
  PerformerService.of({
    call: ({ call }) => {
      const bodies: Readonly<Record<string, unknown>> = {
        "GET /user/find": { performers: [{ user: { id: 7, username: "anna" }, ...LISTED }] },
        "GET /user/count": { count: 5 },
        "GET /user/autocomplete": { performers: [{ id: 7, username: "anna" }] },
        "GET /profile/{id}": {
          id: 7,
          username: "anna",
          ...LISTED,
          cover: null,
          coverVideo: null,
          images: [],
        },
        "GET /media/albums/{id}": { albums: [] },
        "GET /media/album/{id}/{albumId}": { id: 1, name: "one", photos: [] },
        "GET /featured/categories": [],
      }
      return Effect.succeed({ _tag: "Answered", body: bodies[call] } as never)
    },
  }),
)

const layer = PublicAnswers.layer.pipe(
  Layer.provide(Categories.layer),
  Layer.provideMerge(RecentAnswers.layer),
  Layer.provide(
    Layer.mergeAll(
      service,
      GatewayMetrics.layer,
      Layer.succeed(GatewayConfig, Result.getOrThrow(readConfig({}))),
    ),
  ),
)

/** The text that is sent to a browser, and whether it is held by its hash. */
const served = (path: string) =>
  Effect.gen(function* () {
    const answers = yield* PublicAnswers
    const underWay = yield* RecentAnswers
    const answer = yield* answers.of(path)
    if (answer._tag !== "Found") throw new Error(`${path} is ${answer._tag}`)
    const text = yield* Effect.promise(() => publicResponse(answer, true).text())
    // A page carries the answer as JSON, and its browser serialises it again for the hash.
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
    expect(JSON.stringify(answer.body)).toBe(text)
    return (yield* underWay.textOf(hash("sha256", text))) === text
  })

describe("the text of a public answer", () => {
  for (const path of [
    "/api/categories",
    "/api/performers?lang=nl&page=1&limit=60",
    "/api/performers?filter=age_18-24&lang=en",
    "/api/performers/count?filter=age_18-24",
  ])
    it.effect(`is held for a moment for visits that cite it: ${path}`, () =>
      Effect.gen(function* () {
        expect(yield* served(path)).toBe(true)
      }).pipe(Effect.provide(layer)),
    )

  for (const path of [
    "/api/performers?ids=7&lang=nl&page=1&limit=1",
    "/api/performers/autocomplete?username=anna",
    "/api/performers/anna?lang=nl",
    "/api/albums/7?lang=nl",
    "/api/albums/7/1?lang=nl",
  ])
    it.effect(`is not held where it would tell of a person: ${path}`, () =>
      Effect.gen(function* () {
        expect(yield* served(path)).toBe(false)
      }).pipe(Effect.provide(layer)),
    )
})
