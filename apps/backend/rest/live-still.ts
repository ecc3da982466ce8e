/** GET performers/{id}/still: a JPEG of the free picture of now, or 404 where there is none, whatever the reason. */
import { Effect } from "effect"
import { LiveStills } from "../chat/live-stills.ts"
import { type Incoming, requireKey, responding } from "./call.ts"
import { notFound } from "../http/refused.ts"

export const getLiveStill = (incoming: Incoming) =>
  responding(
    Effect.gen(function* () {
      yield* requireKey(incoming)
      const isPlainWanted = incoming.query.get("noNude") === "true"
      const jpeg = yield* (yield* LiveStills).of(incoming.id, isPlainWanted)
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
