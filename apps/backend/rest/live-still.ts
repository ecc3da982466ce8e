/** GET performers/{id}/still: a JPEG of the present free video, or 404 where there is none, whatever the reason. */
import { Effect } from "effect"
import { StillStore } from "../chat/still-store.ts"
import { type IncomingCall, requireKey, responding } from "./call.ts"
import { routesOf } from "./routes.ts"
import { notFound } from "../http/refused.ts"

const getLiveStill = (incoming: IncomingCall) =>
  responding(
    Effect.gen(function* () {
      yield* requireKey(incoming)
      const isPlainWanted = incoming.query.get("noNude") === "true"
      const jpeg = yield* (yield* StillStore).of(incoming.id, isPlainWanted)
      if (jpeg === null) return yield* notFound()
      return new Response(Uint8Array.from(jpeg), {
        headers: {
          "Content-Type": "image/jpeg",
          "Cache-Control": "no-store",
          "X-Content-Type-Options": "nosniff",
        },
      })
    }),
  )

export const liveStillRoutes = routesOf({
  "GET /performers/:id/still": getLiveStill,
})
