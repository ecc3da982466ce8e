/** POST /callbacks/bank: the bank's notice of a payment. */
import { Effect } from "effect"
import { BackendConfig } from "../config.ts"
import { Hono } from "hono"
import { responding } from "./call.ts"
import { bytesOf, type Routes } from "./routes.ts"
import { BankNotice } from "../payments/bank-protocol.ts"
import { settlePayment } from "../payments/settle.ts"
import { readSignedNotice } from "./signed-notice.ts"

const readNotice = readSignedNotice(BankNotice)

const postBankCallback = (headers: Headers, bytes: Uint8Array) =>
  responding(
    Effect.gen(function* () {
      const { bank } = yield* BackendConfig
      const notice = yield* readNotice(headers, bytes, {
        purpose: "callback.v1",
        headers: "x-bank",
        secret: bank.secret,
        maxAgeMs: bank.callbackMaxAgeMs,
      })
      yield* settlePayment(notice)
      return Response.json({})
    }),
  )

export const bankCallbackRoutes: Routes<Effect.Services<ReturnType<typeof postBankCallback>>> = (
  run,
) =>
  new Hono().post("/callbacks/bank", async (context) =>
    run(postBankCallback(context.req.raw.headers, await bytesOf(context))),
  )
