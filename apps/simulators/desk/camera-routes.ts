/**
 * Pictures at the desk, as the script asks for them. A refusal is JSON with a label.
 *
 *   POST   /desk/{id}/camera/publish         the performer's own picture: an offer, answered by the engine
 *   POST   /desk/{id}/camera/read            what viewers see
 *   POST   /desk/{id}/cam-back/{session}     a viewer's camera
 *   DELETE /desk/{id}/camera/{session}       ends one of them
 *   POST   /desk/{id}/camera/still           a JPEG of the picture in free chat
 *   POST, DELETE /desk/{id}/stream-key       draws and revokes the key for programs
 */
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { Schema } from "effect"
import {
  type DeskMediaRequest,
  MAX_SENT_STILL_BYTES,
  Stretch,
} from "@foldcast/contracts/upstream/performer-desk"
import type { BackendAnswer, BackendCalls } from "./backend-calls.ts"
import type { DeskCookies } from "./desk-cookies.ts"
import type { DeskEngineSessions } from "./engine-sessions.ts"

export interface CameraRoutesDeps {
  readonly engine: DeskEngineSessions
  readonly backend: BackendCalls
  readonly cookies: DeskCookies
}

const isStretch = Schema.is(Stretch)

const MAX_OFFER_BYTES = 65_536
const NO_STORE = { "Cache-Control": "no-store" }

type Status = 400 | 403 | 404 | 406 | 409 | 413 | 415 | 503

const refuse = (context: Context, status: Status, label: string) =>
  context.json({ label }, status, NO_STORE)

const notAnswered = (
  context: Context,
  answer: Exclude<BackendAnswer<never>, { _tag: "Answered" }>,
) =>
  answer._tag === "Refused"
    ? refuse(context, 409, answer.label)
    : refuse(context, 503, "unreachable")

const isSdp = (context: Context) =>
  /^application\/sdp\s*(?:;|$)/iu.test(context.req.header("content-type") ?? "")

/** What the engine answers other than 201: 404 is "nothing to see", 406 "not in these formats". */
const refusedBy = (context: Context, status: number) => {
  if (status === 404) return refuse(context, 404, "nothingToSee")
  if (status === 406) return refuse(context, 406, "noCodec")
  return status >= 500 ? refuse(context, 503, "unreachable") : refuse(context, 409, "notAllowed")
}

type WithDesk = (context: Context, desk: string) => Promise<Response>

/** Refuses a browser that has yet to log in. */
const withDesk =
  (cookies: DeskCookies, handle: WithDesk) =>
  async (context: Context): Promise<Response> => {
    const desk = cookies.deskOf(context)
    return desk === null ? refuse(context, 403, "loggedOut") : handle(context, desk)
  }

const limitBody = (maxSize: number) =>
  bodyLimit({ maxSize, onError: (context) => refuse(context, 413, "tooLarge") })

const performerOf = (context: Context): string => context.req.param("id") ?? ""

const addOffers = (app: Hono, { engine, backend, cookies }: CameraRoutesDeps): void => {
  const addOffer = (path: string, requestOf: (context: Context) => DeskMediaRequest) =>
    app.post(
      path,
      limitBody(MAX_OFFER_BYTES),
      withDesk(cookies, async (context, desk) => {
        if (!isSdp(context)) return refuse(context, 415, "unsupportedMediaType")
        const performerId = performerOf(context)
        const request = requestOf(context)
        const offer = await context.req.text()
        const answer = await backend.media(desk, performerId, request)
        if (answer._tag !== "Answered") return notAnswered(context, answer)
        const side = request.action === "publish" ? "whip" : "whep"
        const opened = await engine.open(desk, { ...answer.answer, side, offer })
        if (opened._tag === "Unreachable") return refuse(context, 503, "unreachable")
        if (opened._tag === "Refused") return refusedBy(context, opened.status)
        return context.body(opened.sdp, 201, {
          ...NO_STORE,
          "Content-Type": "application/sdp",
          Location: `/desk/${encodeURIComponent(performerId)}/camera/${opened.id}`,
        })
      }),
    )
  addOffer("/desk/:id/camera/publish", () => ({ action: "publish" }))
  addOffer("/desk/:id/camera/read", () => ({ action: "read" }))
  addOffer("/desk/:id/cam-back/:session", (context) => ({
    action: "readCamBack",
    session: context.req.param("session") ?? "",
  }))
  app.delete(
    "/desk/:id/camera/:session",
    withDesk(cookies, async (context, desk) => {
      const isEnded = await engine.end(desk, context.req.param("session") ?? "")
      return isEnded ? context.body(null, 204, NO_STORE) : refuse(context, 404, "notFound")
    }),
  )
}

const addStills = (app: Hono, { backend, cookies }: CameraRoutesDeps): void => {
  app.post(
    "/desk/:id/camera/still",
    limitBody(MAX_SENT_STILL_BYTES),
    withDesk(cookies, async (context, desk) => {
      if (context.req.header("content-type") !== "image/jpeg") {
        return refuse(context, 415, "unsupportedMediaType")
      }
      const stretch = context.req.query("stretch")
      if (!isStretch(stretch)) return refuse(context, 400, "malformed")
      const answer = await backend.still(desk, performerOf(context), {
        stretch,
        isPlain: context.req.query("plain") === "true",
        jpeg: new Uint8Array(await context.req.arrayBuffer()),
      })
      if (answer._tag !== "Answered") return notAnswered(context, answer)
      return context.body(null, 204, NO_STORE)
    }),
  )
}

const addStreamKey = (app: Hono, { backend, cookies }: CameraRoutesDeps): void => {
  app.post(
    "/desk/:id/stream-key",
    withDesk(cookies, async (context, desk) => {
      const answer = await backend.drawKey(desk, performerOf(context))
      if (answer._tag !== "Answered") return notAnswered(context, answer)
      return context.json(answer.answer, 200, NO_STORE)
    }),
  )
  app.delete(
    "/desk/:id/stream-key",
    withDesk(cookies, async (context, desk) => {
      const answer = await backend.revokeKey(desk, performerOf(context))
      if (answer._tag !== "Answered") return notAnswered(context, answer)
      return context.body(null, 204, NO_STORE)
    }),
  )
}

export const addCameraRoutes = (app: Hono, deps: CameraRoutesDeps): void => {
  addOffers(app, deps)
  addStills(app, deps)
  addStreamKey(app, deps)
}
