/**
 * The side for whoever performs: GET /desk/performers, GET and POST /desk/performers/{id}. Private lines pass
 * here, so it is there only where DESK_KEY is set, and whoever asks shows that key. What it does is in desk/.
 */
import { Effect, type Redacted, Schema } from "effect"
import { DeskAct, DeskId, DeskList, DeskRoom } from "@foldcast/contracts/upstream/performer-desk"
import { Desks } from "../desk/desks.ts"
import { isKey } from "../http/api-key.ts"
import { type Incoming, responding } from "../http/call.ts"
import { apiKeyRefused, badRequest } from "../http/refused.ts"

const HEADERS = { "Cache-Control": "no-store" }

const isDeskId = Schema.is(DeskId)
const decodeAct = Schema.decodeUnknownEffect(DeskAct)
const encodeList = Schema.encodeSync(DeskList)
const encodeRoom = Schema.encodeSync(DeskRoom)

const deskOf = Effect.fnUntraced(function* (key: Redacted.Redacted, { headers }: Incoming) {
  if (!isKey(key, headers.get("x-desk-key") ?? "")) return yield* apiKeyRefused()
  const desk = headers.get("x-desk") ?? ""
  return isDeskId(desk) ? desk : yield* badRequest("desk")
})

const versionOf = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/u.test(text) ? Number(text) : null

const MAX_NAME = 128

export const getDeskList = (key: Redacted.Redacted, incoming: Incoming) =>
  responding(
    Effect.gen(function* () {
      const desk = yield* deskOf(key, incoming)
      const name = (incoming.query.get("name") ?? "").slice(0, MAX_NAME)
      const performers = yield* (yield* Desks).list(desk, name)
      return Response.json(encodeList({ performers }), { headers: HEADERS })
    }),
  )

export const getDeskRoom = (key: Redacted.Redacted, incoming: Incoming) =>
  responding(
    Effect.gen(function* () {
      const desk = yield* deskOf(key, incoming)
      const after = versionOf(incoming.query.get("after"))
      const room = yield* (yield* Desks).room(desk, incoming.id, after)
      return Response.json(encodeRoom(room), { headers: HEADERS })
    }),
  )

export const postDeskAct = (key: Redacted.Redacted, incoming: Incoming) =>
  responding(
    Effect.gen(function* () {
      const desk = yield* deskOf(key, incoming)
      const act = yield* decodeAct(incoming.json).pipe(Effect.mapError(() => badRequest("body")))
      yield* (yield* Desks).act(desk, incoming.id, act)
      return Response.json({}, { headers: HEADERS })
    }),
  )
