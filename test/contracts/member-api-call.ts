/** One call of the gateway to the member API as a Pact interaction (http-call.ts). */
import { Effect, Layer } from "effect"
import { MEMBER_API_ANSWERS } from "@foldcast/contracts/upstream/member-api-calls"
import type { UpstreamConfig } from "@foldcast/gateway/upstream/exchange"
import { httpTransport } from "@foldcast/gateway/upstream/http-transport"
import { MemberApi } from "@foldcast/gateway/upstream/member-api"
import { pactCalls } from "./http-call.ts"
import { SURROUNDINGS } from "./provider-service.ts"

export { type Given, MEMBER_TOKEN } from "./http-call.ts"

const memberApiAt = (config: UpstreamConfig) =>
  MemberApi.layer(config, Effect.succeed(httpTransport(config))).pipe(Layer.provide(SURROUNDINGS))

export const { answer: memberApiAnswer, refusal: memberApiRefusal } = pactCalls({
  provider: "member-api",
  answers: MEMBER_API_ANSWERS,
  send: (config, request) =>
    MemberApi.use((api) => api.call(request)).pipe(Effect.provide(memberApiAt(config))),
})
