/**
 * What the desk's pages ask the engine for: POST /desk/{id}/camera/publish and read, and POST
 * /desk/{id}/cam-back/{session} for a viewer's own camera, take an offer and answer the engine's; DELETE
 * /desk/{id}/camera/{session} ends it; POST /desk/{id}/camera/still brings a JPEG of the free picture; POST and
 * DELETE /desk/{id}/stream-key draw and revoke the key for programs. A refusal is JSON with a label.
 */
import { type Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { Schema } from "effect"
import {
  type DeskMediaRequest,
  MAX_SENT_STILL_BYTES,
  Stretch,
} from "@foldcast/contracts/upstream/performer-desk"
import type { Asked, BackendCalls } from "./backend-calls.ts"
import type { EngineCalls } from "./engine-calls.ts"

export interface CameraGround {
  readonly engine: EngineCalls
  readonly backend: BackendCalls
  /** The desk that asks; null where it has yet to log in. */
  readonly deskOf: (context: Context) => string | null
}

const isStretch = Schema.is(Stretch)

const MAX_OFFER_BYTES = 65_536
const NO_STORE = { "Cache-Control": "no-store" }

type Status = 400 | 403 | 404 | 406 | 409 | 413 | 415 | 503

const refuse = (context: Context, status: Status, label: string) =>
  context.json({ label }, status, NO_STORE)

const notAnswered = (context: Context, asked: Exclude<Asked<never>, { _tag: "Answered" }>) =>
  asked._tag === "Refused" ? refuse(context, 409, asked.label) : refuse(context, 503, "unreachable")

const isSdp = (context: Context) =>
  /^application\/sdp\s*(?:;|$)/iu.test(context.req.header("content-type") ?? "")

/** What the engine answers other than 201: 404 is "nothing to see", 406 "not in these formats". */
const refusedBy = (context: Context, status: number) => {
  if (status === 404) return refuse(context, 404, "nothingToSee")
  if (status === 406) return refuse(context, 406, "noCodec")
  return status >= 500 ? refuse(context, 503, "unreachable") : refuse(context, 409, "notAllowed")
}

export const addCamera = (app: Hono, { engine, backend, deskOf }: CameraGround): void => {
  const loggedOut = (context: Context) => refuse(context, 403, "loggedOut")

  const offers = (address: string, requestOf: (context: Context) => DeskMediaRequest) =>
    app.post(
      address,
      bodyLimit({
        maxSize: MAX_OFFER_BYTES,
        onError: (context) => refuse(context, 413, "tooLarge"),
      }),
      async (context) => {
        const desk = deskOf(context)
        if (desk === null) return loggedOut(context)
        if (!isSdp(context)) return refuse(context, 415, "unsupportedMediaType")
        const performerId = context.req.param("id") ?? ""
        const request = requestOf(context)
        const offer = await context.req.text()
        const asked = await backend.media(desk, performerId, request)
        if (asked._tag !== "Answered") return notAnswered(context, asked)
        const side = request.action === "publish" ? "whip" : "whep"
        const opened = await engine.open(desk, { ...asked.answer, side, offer })
        if (opened._tag === "Unreachable") return refuse(context, 503, "unreachable")
        if (opened._tag === "Refused") return refusedBy(context, opened.status)
        return context.body(opened.sdp, 201, {
          ...NO_STORE,
          "Content-Type": "application/sdp",
          Location: `/desk/${encodeURIComponent(performerId)}/camera/${opened.id}`,
        })
      },
    )
  offers("/desk/:id/camera/publish", () => ({ action: "publish" }))
  offers("/desk/:id/camera/read", () => ({ action: "read" }))
  offers("/desk/:id/cam-back/:session", (context) => ({
    action: "readCamBack",
    session: context.req.param("session") ?? "",
  }))
  app.post(
    "/desk/:id/camera/still",
    bodyLimit({
      maxSize: MAX_SENT_STILL_BYTES,
      onError: (context) => refuse(context, 413, "tooLarge"),
    }),
    async (context) => {
      const desk = deskOf(context)
      if (desk === null) return loggedOut(context)
      if (context.req.header("content-type") !== "image/jpeg") {
        return refuse(context, 415, "unsupportedMediaType")
      }
      const stretch = context.req.query("stretch")
      if (!isStretch(stretch)) return refuse(context, 400, "malformed")
      const asked = await backend.still(desk, context.req.param("id"), {
        stretch,
        isPlain: context.req.query("plain") === "true",
        jpeg: new Uint8Array(await context.req.arrayBuffer()),
      })
      if (asked._tag !== "Answered") return notAnswered(context, asked)
      return context.body(null, 204, NO_STORE)
    },
  )
  app.delete("/desk/:id/camera/:session", async (context) => {
    const desk = deskOf(context)
    if (desk === null) return loggedOut(context)
    const isEnded = await engine.end(desk, context.req.param("session"))
    return isEnded ? context.body(null, 204, NO_STORE) : refuse(context, 404, "notFound")
  })

  app.post("/desk/:id/stream-key", async (context) => {
    const desk = deskOf(context)
    if (desk === null) return loggedOut(context)
    const asked = await backend.drawKey(desk, context.req.param("id"))
    if (asked._tag !== "Answered") return notAnswered(context, asked)
    return context.json(asked.answer, 200, NO_STORE)
  })
  app.delete("/desk/:id/stream-key", async (context) => {
    const desk = deskOf(context)
    if (desk === null) return loggedOut(context)
    const asked = await backend.revokeKey(desk, context.req.param("id"))
    if (asked._tag !== "Answered") return notAnswered(context, asked)
    return context.body(null, 204, NO_STORE)
  })
}
