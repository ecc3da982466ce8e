/**
 * The HTTP interface: WHIP (RFC 9725), WHEP (draft-ietf-wish-whep-04), and listing and ending sessions at MediaMTX's
 * paths, so that another engine can take this one's place.
 *
 * Invariants: the engine is given only offers that the authorisation hook allowed; a refusal does not tell what is
 * there; no token and no SDP is logged.
 */
import { randomUUID } from "node:crypto"
import { getConnInfo } from "@hono/node-server/conninfo"
import { Data, Effect, type Redacted, Result } from "effect"
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { cors } from "hono/cors"
import type { MediaEngine, EngineRefusal } from "../engine/media-engine.ts"
import {
  Authoriser,
  type HookTimedOut,
  type HookUnavailable,
  type HookKeyRejected,
  type AccessDenied,
} from "../hooks/authoriser.ts"
import { HOOK_KEY_REJECTED } from "../hooks/hook-key-status.ts"
import { type IceServer, linkHeader } from "./ice-servers.ts"
import { type MediaCounts, metricsText } from "./metrics.ts"
import { readBearerToken, isAdminKey } from "./admin-key.ts"
import type { RefusedTokenLimit } from "./refused-token-limit.ts"

export interface MediaAppOptions {
  readonly engine: MediaEngine
  readonly counts: () => MediaCounts
  readonly iceServers: ReadonlyArray<IceServer>
  readonly adminKey: Redacted.Redacted
  readonly refusedTokens: RefusedTokenLimit
  /** Milliseconds that never go back. */
  readonly now: () => number
  /** The hook allowed it, or may yet allow it, but no session was opened. */
  readonly onRefused: (session: { readonly path: string; readonly id: string }) => void
}

export type RunMedia = <A>(effect: Effect.Effect<A, never, Authoriser>) => Promise<A>

const MAX_BODY = 64 * 1_024
const RETRY_AFTER_SECONDS = "5"
/** `live/{performerId}` and `camback/{sessionId}`, then WHIP or WHEP. */
const SESSIONS = "/:kind{live|camback}/:name{[\\w.~-]{1,128}}/:side{whip|whep}"
const RESOURCE = `${SESSIONS}/:resource{[\\w-]{1,64}}`

/** MediaMTX's words for what a session does. */
const STATES = { publish: "publish", watch: "read" } as const

const NOT_ALLOWED = 403
const NO_STORE = { "Cache-Control": "no-store" }

const problem = (status: number, title: string, headers: Readonly<Record<string, string>> = {}) =>
  Response.json(
    { title, status },
    { status, headers: { "Content-Type": "application/problem+json", ...NO_STORE, ...headers } },
  )

const later = (title: string) => problem(503, title, { "Retry-After": RETRY_AFTER_SECONDS })

class EngineRefused extends Data.TaggedError("EngineRefused")<{
  readonly refusal: EngineRefusal
}> {}

const refusalResponse = (
  error: HookTimedOut | HookUnavailable | HookKeyRejected | AccessDenied | EngineRefusal,
): Response => {
  switch (error._tag) {
    case "AccessDenied":
      return problem(NOT_ALLOWED, "This is not allowed.")
    case "HookTimedOut":
    case "HookUnavailable":
    case "HookKeyRejected":
      return later("Nobody can say now whether this is allowed.")
    case "NothingToWatch":
      return problem(404, "There is nothing to watch.")
    case "EngineFull":
      return later("There are too many sessions now.")
    case "OfferMalformed":
      return problem(400, error.sentence)
    case "OfferUnsupported":
      return problem(406, error.sentence)
  }
}

const isSdp = (header: string | undefined) =>
  /^application\/sdp(?:\s*;.*)?$/iu.test(header?.trim() ?? "")

const clientAddress = (context: Context): string => {
  try {
    return getConnInfo(context).remote.address ?? ""
  } catch {
    // There is no socket where a test calls the app directly.
    return ""
  }
}

interface OpenRequest {
  readonly side: "whip" | "whep"
  readonly path: string
  readonly token: string
  readonly ip: string
  readonly offer: string
}

const openSession = (
  { engine, onRefused }: Pick<MediaAppOptions, "engine" | "onRefused">,
  { side, path, token, ip, offer }: OpenRequest,
) =>
  Effect.gen(function* () {
    const id = randomUUID()
    const action = side === "whip" ? "publish" : "read"
    const authoriser = yield* Authoriser
    const { loop } = yield* authoriser
      .authorise({ token, action, path, id, ip })
      .pipe(Effect.tapErrorTag("HookTimedOut", () => Effect.sync(() => onRefused({ path, id }))))
    const request = { id, path, offer }
    const result = yield* Effect.promise(() =>
      side === "whip" ? engine.publish(request) : engine.watch({ ...request, loop }),
    )
    if (Result.isSuccess(result)) return result.success
    onRefused({ path, id })
    return yield* new EngineRefused({ refusal: result.failure })
  })

const sessionAnswer = (
  options: MediaAppOptions,
  request: OpenRequest,
): Effect.Effect<Response, never, Authoriser> => {
  const link = linkHeader(options.iceServers)
  return openSession(options, request).pipe(
    Effect.map(
      ({ sdp, resource }) =>
        new Response(sdp, {
          status: 201,
          headers: {
            "Content-Type": "application/sdp",
            // Relative to the address that was posted to, whatever a proxy puts before it.
            Location: `${request.side}/${resource}`,
            ...NO_STORE,
            ...(link !== undefined && { Link: link }),
          },
        }),
    ),
    Effect.catchTag("EngineRefused", ({ refusal }) => Effect.succeed(refusalResponse(refusal))),
    Effect.tapErrorTag("HookUnavailable", ({ reason }) =>
      Effect.logWarning("the authorisation hook does not answer", { reason }),
    ),
    Effect.tapErrorTag("HookTimedOut", () =>
      Effect.logWarning("the authorisation hook does not answer in time"),
    ),
    Effect.tapErrorTag("HookKeyRejected", () => Effect.logError(HOOK_KEY_REJECTED)),
    Effect.catch((error) => Effect.succeed(refusalResponse(error))),
  )
}

const addOffers = (app: Hono, options: MediaAppOptions, run: RunMedia): void => {
  const { refusedTokens, now } = options
  app.post(
    SESSIONS,
    async (context, next) => {
      if (!isSdp(context.req.header("Content-Type"))) {
        return problem(415, "An offer is application/sdp.", { "Accept-Post": "application/sdp" })
      }
      if (readBearerToken(context.req.header("Authorization")) === undefined) {
        return problem(401, "A bearer token is needed.", { "WWW-Authenticate": "Bearer" })
      }
      return next()
    },
    bodyLimit({ maxSize: MAX_BODY, onError: () => problem(413, "The offer is too long.") }),
    async (context) => {
      const ip = clientAddress(context)
      if (!refusedTokens.take(ip, now())) {
        const seconds = String(refusedTokens.waitSeconds(ip, now()))
        return problem(429, "Too many tokens were refused.", { "Retry-After": seconds })
      }
      const { kind, name, side } = context.req.param()
      const request: OpenRequest = {
        side: side === "whip" ? "whip" : "whep",
        path: `${kind}/${name}`,
        token: readBearerToken(context.req.header("Authorization")) ?? "",
        ip,
        offer: await context.req.text(),
      }
      const response = await run(sessionAnswer(options, request))
      if (response.status !== NOT_ALLOWED) refusedTokens.release(ip)
      return response
    },
  )
}

const addResources = (app: Hono, { engine }: MediaAppOptions): void => {
  app.delete(RESOURCE, async (context) =>
    (await engine.close(context.req.param("resource")))
      ? new Response(null, { status: 200, headers: NO_STORE })
      : problem(404, "There is no such session."),
  )
  /** All candidates are in the offer and in the answer: no trickle ICE, no ICE restart. */
  app.patch(RESOURCE, () => problem(405, "A session is not changed.", { Allow: "DELETE, OPTIONS" }))
}

const addAdmin = (app: Hono, { engine, adminKey }: MediaAppOptions): void => {
  app.use("/v3/*", (context, next) =>
    isAdminKey(adminKey, readBearerToken(context.req.header("Authorization")) ?? "")
      ? next()
      : Promise.resolve(problem(401, "The admin key is needed.", { "WWW-Authenticate": "Bearer" })),
  )
  app.get("/v3/webrtcsessions/list", async () => {
    const items = (await engine.sessions()).map(({ id, path, side }) => ({
      id,
      path,
      state: STATES[side],
    }))
    const itemCount = items.length
    return Response.json({ itemCount, pageCount: 1, items }, { headers: NO_STORE })
  })
  app.post("/v3/webrtcsessions/kick/:id{[\\w-]{1,64}}", async (context) =>
    (await engine.kick(context.req.param("id")))
      ? Response.json({ status: "ok" }, { headers: NO_STORE })
      : problem(404, "There is no such session."),
  )
}

/** Ours alone: MediaMTX has no drawn loops. */
const addCues = (app: Hono, { engine }: MediaAppOptions): void => {
  app.post("/v3/loops/cue/live/:name{[\\w.~-]{1,128}}/:reaction{[a-z]{1,32}}", async (context) => {
    const { name, reaction } = context.req.param()
    await engine.cue(`live/${name}`, reaction)
    return Response.json({ status: "ok" }, { headers: NO_STORE })
  })
}

const addHealth = (app: Hono, { counts }: MediaAppOptions): void => {
  app.get("/health/live", () => Response.json({ status: "live" }, { headers: NO_STORE }))
  app.get("/health/ready", () =>
    counts().keyRefused === 0
      ? Response.json({ status: "ready" }, { headers: NO_STORE })
      : problem(503, HOOK_KEY_REJECTED),
  )
  app.get(
    "/metrics",
    () =>
      new Response(metricsText(counts()), {
        headers: { "Content-Type": "text/plain; version=0.0.4", ...NO_STORE },
      }),
  )
}

export const makeMediaApp = (options: MediaAppOptions, run: RunMedia): Hono => {
  const app = new Hono()
  app.use("/:kind{live|camback}/*", (context, next) =>
    cors({
      origin: "*",
      allowMethods: ["OPTIONS", "POST", "PATCH", "DELETE"],
      allowHeaders: ["Authorization", "Content-Type", "If-Match"],
      exposeHeaders: ["Location", "Link", "Retry-After"],
      maxAge: 3_600,
    })(context, next),
  )
  addOffers(app, options, run)
  addResources(app, options)
  addAdmin(app, options)
  addCues(app, options)
  addHealth(app, options)
  app.notFound(() => problem(404, "There is nothing here."))
  app.onError((error) => {
    void run(Effect.logError("a request failed", error.name))
    return problem(500, "The engine failed.")
  })
  return app
}
