/** Adds and removes a favourite, and tells the member's sockets once of a change. */
import { Clock, Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { badRequest, notFound } from "../http/refused.ts"
import { lockPresentMember } from "../members/member-store.ts"
import { writeToOutbox } from "../outbox/outbox.ts"
import { OutboxRelay } from "../outbox/relay.ts"
import { profileById } from "../performers/performer-store.ts"
import { addFavourite, hasFavourite, removeFavourite } from "./favourite-store.ts"

/** An existing favourite stays, and nothing is told. */
export const saveFavourite = Effect.fn("favourites.keep")(function* (
  memberId: string,
  performerId: string,
) {
  const database = yield* SqlDatabase
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      yield* lockPresentMember(queries, memberId)
      if (Option.isNone(yield* profileById(queries, performerId))) return yield* notFound()
      const added = yield* addFavourite(queries, memberId, performerId, at)
      if (added.length > 0)
        return yield* writeToOutbox(queries, memberId, "favourite-add", { performerId })
      if (!(yield* hasFavourite(queries, memberId, performerId))) {
        return yield* badRequest("tooMany")
      }
    }),
  )
  yield* (yield* OutboxRelay).wake
})

/** A missing favourite changes nothing, and nothing is told. */
export const unsaveFavourite = Effect.fn("favourites.letGo")(function* (
  memberId: string,
  performerId: string,
) {
  const database = yield* SqlDatabase
  yield* database.transaction((queries) =>
    Effect.gen(function* () {
      const removed = yield* removeFavourite(queries, memberId, performerId)
      if (removed.length > 0)
        yield* writeToOutbox(queries, memberId, "favourite-remove", { performerId })
    }),
  )
  yield* (yield* OutboxRelay).wake
})
