/**
 * What the browser needs of the two addresses that begin and end watching. An engine's answer to an offer is SDP
 * and not part of a pact: test/stream/watching.server.test.ts and the journeys with pictures check it.
 */
import { Pact } from "@pact-foundation/pact"
import { expect, it } from "vitest"
import { Problem } from "@foldcast/contracts/commands/problem"
import { matcherOf } from "@foldcast/verify/matchers"
import {
  decodeProblem,
  HEADERS,
  HEADERS_FROM_STATE,
  VISIT,
  VISIT_UNKNOWN,
} from "./gateway-visit.ts"
import { pactFolder } from "./pact-folder.ts"
import { fromState } from "./state-expressions.ts"

const pact = new Pact({ consumer: "web", provider: "gateway", dir: pactFolder, logLevel: "error" })

it("the browser is told with a problem that its visit is not in that room", async () => {
  await pact
    .addInteraction()
    .given("a visit", { of: "a guest" })
    .uponReceiving("an offer to watch a room that the visit is not in")
    .withRequest("POST", "/api/rooms/performer-1/watch", (builder) => {
      builder.headers({ ...HEADERS_FROM_STATE, "Content-Type": "application/sdp" })
      builder.query({ visit: fromState("${visit}", VISIT) as unknown as string })
    })
    .willRespondWith(404, (builder) => {
      builder.headers({ "Content-Type": "application/problem+json" })
      builder.jsonBody(matcherOf(Problem, VISIT_UNKNOWN))
    })
    .executeTest(async ({ url }) => {
      const response = await fetch(`${url}/api/rooms/performer-1/watch?visit=${VISIT}`, {
        method: "POST",
        headers: { ...HEADERS, "Content-Type": "application/sdp" },
        body: "v=0\r\n",
      })
      expect(decodeProblem(await response.json())).toEqual(VISIT_UNKNOWN)
    })
})

it("the browser gets an empty answer, and no problem, for an offer with a join where no join follows", async () => {
  await pact
    .addInteraction()
    .given("a visit", { of: "a guest" })
    .uponReceiving("an offer to watch a room that is being joined, and is not")
    .withRequest("POST", "/api/rooms/performer-1/watch", (builder) => {
      builder.headers({ ...HEADERS_FROM_STATE, "Content-Type": "application/sdp" })
      builder.query({ visit: fromState("${visit}", VISIT) as unknown as string, joining: "1" })
    })
    .willRespondWith(204)
    .executeTest(async ({ url }) => {
      const response = await fetch(`${url}/api/rooms/performer-1/watch?visit=${VISIT}&joining=1`, {
        method: "POST",
        headers: { ...HEADERS, "Content-Type": "application/sdp" },
        body: "v=0\r\n",
      })
      expect(response.status).toBe(204)
    })
})

it("the browser ends what it watches, and gets the same answer where that has ended before", async () => {
  await pact
    .addInteraction()
    .given("a visit", { of: "a guest" })
    .uponReceiving("the end of a watching that is over")
    .withRequest("DELETE", "/api/watching/watching-1", (builder) => {
      builder.headers(HEADERS_FROM_STATE)
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
