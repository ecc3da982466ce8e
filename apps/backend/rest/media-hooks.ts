/**
 * The media engine's calls: POST /media/authorise before each WHIP and WHEP, in MediaMTX's form, POST /media/events, and
 * GET /media/loops/{name} for what it plays where nobody publishes. These routes exist only where MEDIA_AUTH_KEY is
 * set, and every call shows it as bearer. A refusal gives no reason: an unknown room, a foreign session and an old token
 * look the same.
 */
import { Effect, Option, type Redacted, Schema } from "effect"
import { Broadcasts } from "../chat/engine/broadcasts.ts"
import { EngineSessionId, EngineSessionPath } from "../chat/engine/engine-control-api.ts"
import { StandInLoops } from "../chat/engine/stand-in-loops.ts"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { DeskPictures } from "../desk/desk-pictures.ts"
import { StreamKeys } from "../desk/stream-keys.ts"
import { isApiKey } from "../http/api-key.ts"
import { bearerIn } from "../http/bearer.ts"
import { type IncomingCall, responding } from "./call.ts"
import { routesOf } from "./routes.ts"
import { apiKeyRefused, badRequest, notFound, Refused } from "../http/refused.ts"

const Asked = Schema.Struct({
  token: Schema.String.check(Schema.isMaxLength(4_096)),
  action: Schema.String,
  path: EngineSessionPath,
  id: EngineSessionId,
})
const Told = Schema.Union([
  Schema.Struct({ kind: Schema.Literals(["published", "unpublished"]), path: EngineSessionPath }),
  Schema.Struct({ kind: Schema.Literal("left"), path: EngineSessionPath, id: EngineSessionId }),
  Schema.Struct({ kind: Schema.Literal("started") }),
])
const decodeAsked = Schema.decodeUnknownOption(Asked)
const decodeTold = Schema.decodeUnknownOption(Told)

const refused = () => new Refused({ status: 403, label: "refused" })

const withKey = (key: Redacted.Redacted, { headers }: IncomingCall) => {
  const shown = bearerIn(headers) ?? ""
  return isApiKey(key, shown) ? Effect.void : Effect.fail(apiKeyRefused())
}

const postAuthorise = (key: Redacted.Redacted) => (incoming: IncomingCall) =>
  responding(
    Effect.gen(function* () {
      yield* withKey(key, incoming)
      const asked = Option.getOrNull(decodeAsked(incoming.json))
      if (asked === null) return yield* badRequest("body")
      const { token, path, id: connection } = asked
      const shown = { token, path, connection }
      switch (asked.action) {
        case "read": {
          const allowed =
            (yield* (yield* ChatRooms).mayWatch(shown)) ??
            (yield* (yield* DeskPictures).mayWatch(shown))
          if (allowed === null) return yield* refused()
          return Response.json(allowed.loop === null ? {} : { loop: allowed.loop })
        }
        case "publish": {
          const isAllowed =
            (yield* (yield* ChatRooms).mayShowCamera(shown)) ||
            (yield* (yield* DeskPictures).mayPublish(shown)) ||
            (yield* (yield* StreamKeys).mayPublish(shown))
          return isAllowed ? Response.json({}) : yield* refused()
        }
        default:
          return yield* refused()
      }
    }),
  )

const postMediaEvent = (key: Redacted.Redacted) => (incoming: IncomingCall) =>
  responding(
    Effect.gen(function* () {
      yield* withKey(key, incoming)
      const told = Option.getOrNull(decodeTold(incoming.json))
      if (told === null) return yield* badRequest("body")
      const broadcasts = yield* Broadcasts
      switch (told.kind) {
        case "published":
          broadcasts.published(told.path)
          break
        case "unpublished":
          broadcasts.unpublished(told.path)
          break
        case "left":
          broadcasts.closed(told.id)
          break
        case "started":
          broadcasts.restarted()
      }
      return Response.json({})
    }),
  )

/** Each part as soon as it is there. */
const streamOf = (parts: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> => {
  const iterator = parts[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await iterator.return?.()
    },
  })
}

const getLoop = (key: Redacted.Redacted) => (incoming: IncomingCall) =>
  responding(
    Effect.gen(function* () {
      yield* withKey(key, incoming)
      const parts = yield* (yield* StandInLoops).fileOf(incoming.id)
      if (parts === null) return yield* notFound()
      return new Response(streamOf(parts), {
        headers: { "Content-Type": "application/octet-stream", "Cache-Control": "no-store" },
      })
    }),
  )

/** `key`: MEDIA_AUTH_KEY. */
export const mediaHooksRoutes = (key: Redacted.Redacted) =>
  routesOf({
    "POST /media/authorise": postAuthorise(key),
    "POST /media/events": postMediaEvent(key),
    "GET /media/loops/:id": getLoop(key),
  })
