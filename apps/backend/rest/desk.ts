/**
 * The desk's calls: GET /desk/performers, GET and POST /desk/performers/{id}, and there POST media and still, POST
 * and DELETE stream-key, GET and POST inbox, GET inbox-picture. Private messages pass here, so these routes exist only
 * where DESK_KEY is set, and every call shows that key.
 */
import { Effect, type Redacted, Schema } from "effect"
import {
  DeskAct,
  DeskId,
  DeskInbox,
  DeskInboxAct,
  DeskList,
  DeskMediaAnswer,
  DeskMediaRequest,
  DeskMessagePicture,
  DeskRoom,
  DeskStill,
  DeskStreamKey,
} from "@foldcast/contracts/upstream/performer-desk"
import { ChatRooms } from "../chat/room-service/chat-rooms.ts"
import { StillStore } from "../chat/still-store.ts"
import { SqlDatabase } from "../db/database.ts"
import { actInInbox, deskInbox, inboxPicture } from "../desk/desk-inbox.ts"
import { DeskPictures } from "../desk/desk-pictures.ts"
import { Desks } from "../desk/desks.ts"
import { StreamKeys } from "../desk/stream-keys.ts"
import { BackendIds } from "../ids.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { isApiKey } from "../http/api-key.ts"
import { type CallError, type IncomingCall, responding } from "./call.ts"
import { routesOf } from "./routes.ts"
import { apiKeyRefused, badRequest, Refused } from "../http/refused.ts"
import { MAX_EXACT, wholeNumberIn } from "../http/whole-number.ts"

const HEADERS = { "Cache-Control": "no-store" }

const isDeskId = Schema.is(DeskId)
const decodeAct = Schema.decodeUnknownEffect(DeskAct)
const decodeInboxAct = Schema.decodeUnknownEffect(DeskInboxAct)
const decodeMedia = Schema.decodeUnknownEffect(DeskMediaRequest)
const decodeStill = Schema.decodeUnknownEffect(DeskStill)
const encodeInbox = Schema.encodeSync(DeskInbox)
const encodePicture = Schema.encodeSync(DeskMessagePicture)
const encodeMedia = Schema.encodeSync(DeskMediaAnswer)
const encodeKey = Schema.encodeSync(DeskStreamKey)
const encodeList = Schema.encodeSync(DeskList)
const encodeRoom = Schema.encodeSync(DeskRoom)

const deskOf = Effect.fnUntraced(function* (key: Redacted.Redacted, { headers }: IncomingCall) {
  if (!isApiKey(key, headers.get("x-desk-key") ?? "")) return yield* apiKeyRefused()
  const desk = headers.get("x-desk") ?? ""
  return isDeskId(desk) ? desk : yield* badRequest("desk")
})

const MAX_NAME = 128

type DeskServices =
  | Desks
  | DeskPictures
  | ChatRooms
  | StillStore
  | StreamKeys
  | SqlDatabase
  | BackendIds
  | OutboxRelay

/** Checks the key and the desk's id. */
const deskCall =
  <R extends DeskServices>(
    handle: (desk: string, incoming: IncomingCall) => Effect.Effect<unknown, CallError, R>,
  ) =>
  (key: Redacted.Redacted) =>
  (incoming: IncomingCall) =>
    responding(
      Effect.gen(function* () {
        const desk = yield* deskOf(key, incoming)
        return Response.json(yield* handle(desk, incoming), { headers: HEADERS })
      }),
    )

const getDeskList = deskCall(
  Effect.fnUntraced(function* (desk, { query }) {
    const name = (query.get("name") ?? "").slice(0, MAX_NAME)
    return encodeList({ performers: yield* (yield* Desks).list(desk, name) })
  }),
)

const getDeskRoom = deskCall(
  Effect.fnUntraced(function* (desk, { query, id }) {
    const after = wholeNumberIn(query, "after", 0, MAX_EXACT) ?? null
    return encodeRoom(yield* (yield* Desks).room(desk, id, after))
  }),
)

const postDeskAct = deskCall(
  Effect.fnUntraced(function* (desk, { json, id }) {
    const act = yield* decodeAct(json).pipe(Effect.mapError(() => badRequest("body")))
    yield* (yield* Desks).act(desk, id, act)
    return {}
  }),
)

const postDeskMedia = deskCall(
  Effect.fnUntraced(function* (desk, { json, id }) {
    const request = yield* decodeMedia(json).pipe(Effect.mapError(() => badRequest("body")))
    return encodeMedia(yield* (yield* DeskPictures).issue(desk, id, request))
  }),
)

const postDeskStill = deskCall(
  Effect.fnUntraced(function* (desk, { json, id }) {
    const still = yield* decodeStill(json).pipe(Effect.mapError(() => badRequest("body")))
    yield* (yield* Desks).holdOf(desk, id)
    const kept = (yield* StillStore).keep(id, still)
    if (kept === "malformed") return yield* badRequest("body")
    if (kept === "notFree") return yield* new Refused({ status: 409, label: kept })
    return {}
  }),
)

const postStreamKey = deskCall(
  Effect.fnUntraced(function* (desk, { id }) {
    return encodeKey({ key: yield* (yield* StreamKeys).draw(desk, id) })
  }),
)

const deleteStreamKey = deskCall(
  Effect.fnUntraced(function* (desk, { id }) {
    yield* (yield* StreamKeys).revoke(desk, id)
    return {}
  }),
)

const getInbox = deskCall(
  Effect.fnUntraced(function* (desk, { query, id }) {
    return encodeInbox(yield* deskInbox(desk, id, query.get("conversation")))
  }),
)

const postInbox = deskCall(
  Effect.fnUntraced(function* (desk, { json, id }) {
    const act = yield* decodeInboxAct(json).pipe(Effect.mapError(() => badRequest("body")))
    yield* actInInbox(desk, id, act)
    return {}
  }),
)

const getInboxPicture = deskCall(
  Effect.fnUntraced(function* (desk, { query, id }) {
    return encodePicture({ jpeg: yield* inboxPicture(desk, id, query.get("picture") ?? "") })
  }),
)

/** `key`: DESK_KEY. */
export const deskRoutes = (key: Redacted.Redacted) =>
  routesOf({
    "GET /desk/performers": getDeskList(key),
    "GET /desk/performers/:id": getDeskRoom(key),
    "POST /desk/performers/:id": postDeskAct(key),
    "POST /desk/performers/:id/media": postDeskMedia(key),
    "POST /desk/performers/:id/still": postDeskStill(key),
    "GET /desk/performers/:id/inbox": getInbox(key),
    "POST /desk/performers/:id/inbox": postInbox(key),
    "GET /desk/performers/:id/inbox-picture": getInboxPicture(key),
    "POST /desk/performers/:id/stream-key": postStreamKey(key),
    "DELETE /desk/performers/:id/stream-key": deleteStreamKey(key),
  })
