/**
 * POST /callbacks/bank: the bank's notice of a payment. It shows no API key; its signature over the raw body is the
 * proof. 200 means that it need not be repeated, whatever it changed.
 */
import { Clock, Effect, Redacted, Schema } from "effect"
import { parseJson } from "@foldcast/contracts/upstream/parse-json"
import { BackendConfig } from "../config.ts"
import { Hono } from "hono"
import { responding } from "./call.ts"
import { bytesOf, type Routes } from "./routes.ts"
import { badRequest, unauthorized } from "../http/refused.ts"
import { BankNotice } from "../payments/bank-protocol.ts"
import { isSignedByBank } from "../payments/bank-signature.ts"
import { settlePayment } from "../payments/settle.ts"

const decodeNotice = Schema.decodeUnknownEffect(BankNotice)

const postBankCallback = (headers: Headers, bytes: Uint8Array) =>
  responding(
    Effect.gen(function* () {
      const { bank } = yield* BackendConfig
      const now = yield* Clock.currentTimeMillis
      const signed = isSignedByBank(
        {
          timestamp: headers.get("x-bank-timestamp") ?? undefined,
          signature: headers.get("x-bank-signature") ?? undefined,
          // The signed text, including a byte order mark.
          body: Buffer.from(bytes).toString("utf8"),
        },
        { secret: Redacted.value(bank.secret), now, maxAgeMs: bank.callbackMaxAgeMs },
      )
      if (!signed) return yield* unauthorized()
      const read = parseJson(bytes)
      const notice = yield* decodeNotice(read._tag === "Value" ? read.value : undefined).pipe(
        Effect.mapError(() => badRequest("body")),
      )
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
