/**
 * What the gateway needs of the one call that answers with a picture: a JPEG, or an answer that there is none.
 * Written through the gateway's own adapter; verified by `npx foldcast verify performer-service`.
 */
import { fileURLToPath } from "node:url"
import { Pact } from "@pact-foundation/pact"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { UpstreamRefusal } from "@foldcast/contracts/upstream/member-api"
import type { ProviderStateName } from "@foldcast/contracts/upstream/provider-states"
import { PerformerStills } from "@foldcast/gateway/upstream/performer-stills"
import { matcherOf } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"
import { providerAt, SURROUNDINGS } from "./provider-service.ts"
import { fromState } from "./state-expressions.ts"

const KEY = "the-key-of-the-gateway"
const STILL = fileURLToPath(new URL("still.jpg", import.meta.url))
const pact = new Pact({
  consumer: "gateway",
  provider: "performer-service",
  dir: pactFolder,
  logLevel: "error",
})

const asking = (description: string, state: ProviderStateName) =>
  pact
    .addInteraction()
    .given(state)
    .uponReceiving(description)
    .withRequest(
      "GET",
      fromState("/performers/${performerId}/still", "/performers/p_1/still") as string,
      (builder) => {
        builder.query({ lang: "en" })
        builder.headers({
          Accept: "image/jpeg",
          "X-Api-Key": fromState("${apiKey}", KEY) as string,
        })
      },
    )

const ask = (baseUrl: string) =>
  PerformerStills.use((stills) => stills.ask("p_1", false)).pipe(
    Effect.provide(
      PerformerStills.layer(providerAt(baseUrl, KEY)).pipe(Layer.provide(SURROUNDINGS)),
    ),
    Effect.runPromise,
  )

it("the gateway gets a still of a free picture", async () => {
  const outcome = await asking("a still of a free picture", "a performer with a still")
    .willRespondWith(200, (builder) => {
      builder.binaryFile("image/jpeg", STILL)
    })
    .executeTest(({ url }) => ask(url))
  expect(outcome?._tag).toBe("Answered")
})

it("the gateway is told that there is no still where the performer is not in free chat", async () => {
  const outcome = await asking("a still of somebody who is in no free chat", "a performer")
    .willRespondWith(404, (builder) => {
      builder.jsonBody(matcherOf(UpstreamRefusal, { label: "notFound" }))
    })
    .executeTest(({ url }) => ask(url))
  expect(outcome).toMatchObject({ _tag: "Refused", status: 404 })
})
