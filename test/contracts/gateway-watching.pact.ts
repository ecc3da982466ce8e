/**
 * What the browser needs of the two addresses at which it begins and ends watching. What an engine answers to an offer
 * is SDP and no pact's matter: test/stream/watching.test.ts and the journeys with pictures hold it.
 */
import { Pact } from "@pact-foundation/pact"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { Problem } from "@foldcast/contracts/commands/problem"
import { matcherOf, type PactTemplate } from "@foldcast/verify/matchers"
import { pactFolder } from "./pact-folder.ts"

const pact = new Pact({ consumer: "web", provider: "gateway", dir: pactFolder, logLevel: "error" })

const VISIT = "visit-0000000000000001"
const HEADERS = {
  "X-Foldcast": "1",
  Origin: "http://localhost:3000",
  Cookie: "auth=a-session",
} as const
const decodeProblem = Schema.decodeUnknownSync(Problem)

const fromState = (value: string, example: string): PactTemplate => ({
  "pact:matcher:type": "type",
  "pact:generator:type": "ProviderState",
  expression: `\${${value}}`,
  value: example,
})
const headers = {
  "X-Foldcast": "1",
  Origin: fromState("origin", HEADERS.Origin),
  Cookie: fromState("cookie", HEADERS.Cookie),
} as unknown as Record<string, string>

it("is told with a problem that its visit is in no such room", async () => {
  const problem = {
    type: "about:blank",
    title: "The visit is not known",
    status: 404,
    label: "visit.unknown",
    reference: "ABCD-1234",
  }
  await pact
    .addInteraction()
    .given("a visit", { of: "a guest" })
    .uponReceiving("an offer to watch a room that the visit is not in")
    .withRequest("POST", "/api/rooms/performer-1/watch", (builder) => {
      builder.headers({ ...headers, "Content-Type": "application/sdp" })
      builder.query({ visit: fromState("visit", VISIT) as unknown as string })
    })
    .willRespondWith(404, (builder) => {
      builder.headers({ "Content-Type": "application/problem+json" })
      builder.jsonBody(matcherOf(Problem, problem))
    })
    .executeTest(async ({ url }) => {
      const response = await fetch(`${url}/api/rooms/performer-1/watch?visit=${VISIT}`, {
        method: "POST",
        headers: { ...HEADERS, "Content-Type": "application/sdp" },
        body: "v=0\r\n",
      })
      expect(decodeProblem(await response.json())).toEqual(problem)
    })
})

it("ends what it watches, and is told alike where that has ended before", async () => {
  await pact
    .addInteraction()
    .given("a visit", { of: "a guest" })
    .uponReceiving("the end of a watching that is over")
    .withRequest("DELETE", "/api/watching/watching-1", (builder) => {
      builder.headers(headers)
    })
    .willRespondWith(204)
    .executeTest(async ({ url }) => {
      const response = await fetch(`${url}/api/watching/watching-1`, {
        method: "DELETE",
        headers: HEADERS,
      })
      expect(response.status).toBe(204)
    })
})
