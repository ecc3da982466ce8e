/** POST /callbacks/phone: a notice of the phone's provider (phone/phone-protocol.ts). */
import { Effect } from "effect"
import { Hono } from "hono"
import { BackendConfig } from "../config.ts"
import { notFound } from "../http/refused.ts"
import { callArrived } from "../phone/arrive.ts"
import { PhoneNotice } from "../phone/phone-protocol.ts"
import { takePhoneNotice } from "../phone/take-notice.ts"
import { responding } from "./call.ts"
import { bytesOf, type Routes } from "./routes.ts"
import { readSignedNotice } from "./signed-notice.ts"

/** Each attempt is signed anew, so an older signature is a stolen one. */
const MAX_AGE_MS = 5 * 60_000

const readNotice = readSignedNotice(PhoneNotice)

const postPhoneCallback = (headers: Headers, bytes: Uint8Array) =>
  responding(
    Effect.gen(function* () {
      const { phone } = yield* BackendConfig
      // Without numbers there is no provider, and the secret may be the one that everybody knows.
      if (phone.lines.length === 0) return yield* notFound()
      const notice = yield* readNotice(headers, bytes, {
        purpose: "phone-notice.v1",
        headers: "x-phone",
        secret: phone.secret,
        maxAgeMs: MAX_AGE_MS,
      })
      if (notice.kind === "arrived") return Response.json(yield* callArrived(notice))
      yield* takePhoneNotice(notice)
      return Response.json({})
    }),
  )

export const phoneCallbackRoutes: Routes<Effect.Services<ReturnType<typeof postPhoneCallback>>> = (
  run,
) =>
  new Hono().post("/callbacks/phone", async (context) =>
    run(postPhoneCallback(context.req.raw.headers, await bytesOf(context))),
  )
