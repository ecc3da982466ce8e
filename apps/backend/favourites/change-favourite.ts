/** Keeps a favourite and lets go of one, and tells the member's sockets of what changed, once. */
import { Clock, Effect, Option } from "effect"
import { Database } from "../db/database.ts"
import { badRequest, notFound } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { write } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { profileById } from "../performers/performer-store.ts"
import { addFavourite, hasFavourite, removeFavourite } from "./favourite-store.ts"

/** Somebody who is a favourite already stays one, and nothing is told. */
export const keepFavourite = Effect.fn("favourites.keep")(function* (
  memberId: string,
  performerId: string,
) {
  const database = yield* Database
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      if (Option.isNone(yield* profileById(queries, performerId))) return yield* notFound()
      const added = yield* addFavourite(queries, memberId, performerId, at)
      if (added.length > 0) return yield* write(queries, memberId, "favourite-add", { performerId })
      if (!(yield* hasFavourite(queries, memberId, performerId))) {
        return yield* badRequest("tooMany")
      }
    }),
  )
  yield* (yield* OutboxRelay).wake
})

/** Somebody who is none stays none, and nothing is told. */
export const letGoOfFavourite = Effect.fn("favourites.letGo")(function* (
  memberId: string,
  performerId: string,
) {
  const database = yield* Database
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const removed = yield* removeFavourite(queries, memberId, performerId)
      if (removed.length > 0) yield* write(queries, memberId, "favourite-remove", { performerId })
    }),
  )
  yield* (yield* OutboxRelay).wake
})
