/** Routes of the SSE stream and of its client facts. server.ts handles WebSocket upgrades. */
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { Effect } from "effect"
import { Hono } from "hono"
import { GatewayConfig } from "../config.ts"
import { makeAnswerProblem } from "../http/answer-problem.ts"
import {
  type AppContext,
  type AppEnvironment,
  type Responder,
  whenGone,
} from "../http/responder.ts"
import { fixedHeaders } from "../http/security-headers.ts"
import { FactsRoute } from "./facts-route.ts"
import { Sse, sseBye } from "./sse.ts"
import { StreamAdmission } from "./stream-admission.ts"

export const streamRoutes = (responder: Responder) =>
  Effect.gen(function* () {
    const { production } = yield* GatewayConfig
    const admission = yield* StreamAdmission
    const facts = yield* FactsRoute
    const sse = yield* Sse
    const problem = yield* makeAnswerProblem

    const openEventStream = Effect.fnUntraced(function* (context: AppContext) {
      const entrance = yield* admission.admit({
        transport: "sse",
        url: new URL(context.req.url),
        ...responder.requesterOf(context),
      })
      if (entrance._tag === "Declined") return sseBye(entrance.bye)
      if (entrance._tag === "Refused") {
        const { kind, retryAfterSeconds } = entrance
        return yield* problem(kind, retryAfterSeconds === null ? {} : { retryAfterSeconds })
      }
      whenGone(context.env.outgoing, entrance.leave)
      yield* sse.serve(context.env.outgoing, entrance.attaching, {
        ...Object.fromEntries(fixedHeaders(production)),
        ...(entrance.setCookie !== null && { "Set-Cookie": entrance.setCookie }),
      })
      return RESPONSE_ALREADY_SENT
    })

    const upgradeRequired = async () => {
      const response = await responder.problem("upgradeRequired")
      response.headers.set("Upgrade", "websocket")
      return response
    }

    return new Hono<AppEnvironment>()
      .post("/api/facts", responder.ownPosts, (context) =>
        responder.answer(
          facts.post({ request: context.req.raw, ...responder.requesterOf(context) }),
        ),
      )
      .get("/api/stream", (context) => {
        const wantsEvents = context.req.header("accept")?.includes("text/event-stream") === true
        // Hono answers HEAD by the GET route, and HEAD must not open a stream.
        return wantsEvents && context.req.method !== "HEAD"
          ? responder.answer(openEventStream(context))
          : upgradeRequired()
      })
  })
