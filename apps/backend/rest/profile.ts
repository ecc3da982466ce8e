/** GET profile/{id} and the performer's albums: media/albums/{id}, media/album/{id}/{albumId}. */
import { Effect, Option } from "effect"
import {
  UpstreamAlbumAnswer,
  AlbumsAnswer,
  ProfileAnswer,
} from "@foldcast/contracts/upstream/performer-service"
import { SqlDatabase } from "../db/database.ts"
import { NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { notFound } from "../http/refused.ts"
import { albumOf, albumsOf } from "../performers/album-store.ts"
import { profileAnswer } from "../performers/performer-rows.ts"
import { profileById } from "../performers/performer-store.ts"

const getProfile = openCall({
  body: NoBody,
  answer: ProfileAnswer,
  handle: Effect.fnUntraced(function* ({ id, lang }) {
    const found = yield* profileById(yield* SqlDatabase, id)
    return Option.isSome(found) ? profileAnswer(found.value, lang) : yield* notFound()
  }),
})

const getAlbums = openCall({
  body: NoBody,
  answer: AlbumsAnswer,
  handle: Effect.fnUntraced(function* ({ id, lang }) {
    const database = yield* SqlDatabase
    if (Option.isNone(yield* profileById(database, id))) return yield* notFound()
    return { albums: yield* albumsOf(database, id, lang) }
  }),
})

const getAlbum = openCall({
  body: NoBody,
  answer: UpstreamAlbumAnswer,
  handle: Effect.fnUntraced(function* ({ id, albumId, lang }) {
    const found = yield* albumOf(yield* SqlDatabase, id, albumId, lang)
    return Option.isSome(found) ? found.value : yield* notFound()
  }),
})

export const profileRoutes = routesOf({
  "GET /profile/:id": getProfile,
  "GET /media/albums/:id": getAlbums,
  "GET /media/album/:id/:albumId": getAlbum,
})
