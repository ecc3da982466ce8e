/**
 * POST /_states `{state, params}`: puts the service into a state that a contract starts from, and answers
 * the values that the verifier injects: the hook of contract verification (states.ts lists the states),
 * there only with PROVIDER_STATES=on, and never in production.
 */
import { Effect, Schema } from "effect"
import { Hono } from "hono"
import { responding } from "./call.ts"
import type { Routes } from "./routes.ts"
import { badRequest } from "../http/refused.ts"
import { enterState, isStateName } from "../provider-states/states.ts"

const decodeRequest = Schema.decodeUnknownEffect(
  Schema.Struct({
    state: Schema.String,
    params: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
    action: Schema.optionalKey(Schema.Literals(["setup", "teardown"])),
  }),
)

const postProviderState = (json: unknown) =>
  responding(
    Effect.gen(function* () {
      const request = yield* decodeRequest(json).pipe(Effect.mapError(() => badRequest("body")))
      // Every state makes new members and performers, so nothing has to be torn down.
      if (request.action === "teardown") return Response.json({})
      if (!isStateName(request.state)) return yield* badRequest("state")
      return Response.json(yield* enterState(request.state, request.params ?? {}))
    }),
  )

export const providerStatesRoutes: Routes<Effect.Services<ReturnType<typeof postProviderState>>> = (
  run,
) =>
  new Hono().post("/_states", async (context) => run(postProviderState(await context.req.json())))
