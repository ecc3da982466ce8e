/**
 * OpenPaymentSession → PaymentSessionOpened | PaymentSessionRefused | PaymentSessionUnknown.
 *
 * Never resent: when no answer came, a session may exist, and only the visitor can decide to open another
 * (law L7). The upstream wants the member's basic info (WALLET-27), so it is asked first; without it
 * nothing is sent.
 */
import { Effect } from "effect"
import { returnUrlFault } from "@foldcast/rules/return-url"
import { NO_PREFERENCE } from "../normalise/wallet.ts"
import { Pipeline } from "../pipeline.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { MemberApi } from "../upstream/member-api.ts"
import {
  answerFrame,
  type CommandContext,
  HANDLED,
  type Handler,
  NOT_FOR_GUESTS,
  refusedHere,
} from "./handler.ts"
import { isPaymentUrl, type PaymentHosts } from "./payment-url.ts"

export const makeOpenPaymentSession = (hosts: PaymentHosts) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const pipeline = yield* Pipeline

    const tell = (outcome: CallOutcome<unknown>, context: CommandContext) =>
      pipeline
        .answer(answerFrame("POST /payment/session", outcome, context), {
          memberId: context.visit.member,
          entering: false,
          preference: NO_PREFERENCE,
          stamp: null,
        })
        .pipe(Effect.as(HANDLED))

    const openPaymentSession: Handler<"OpenPaymentSession"> = Effect.fnUntraced(function* (
      { bundleId, paymentMethod, returnUrl, device, fingerprint },
      context,
    ) {
      const { session, visit, origin, interrupted } = context
      if (interrupted) return yield* tell({ _tag: "Unknown" }, context)
      if (session.member === null) return yield* tell(NOT_FOR_GUESTS, context)
      if (returnUrlFault(returnUrl, origin) !== null) {
        return yield* tell(refusedHere("badRequest.returnUrl"), context)
      }
      const asker = { token: session.member.token, lang: visit.locale, noNude: visit.noNude }
      const info = readAnswer(
        "GET /basic-info",
        yield* api.call({ ...asker, call: "GET /basic-info" }),
      ).outcome
      if (info._tag !== "Answered") return yield* tell(info, context)
      const raw = yield* api.call({
        ...asker,
        call: "POST /payment/session",
        body: {
          bundle: bundleId,
          paymentMethod,
          returnUrl,
          device,
          ...(fingerprint !== undefined && { fingerprint }),
          lang: visit.locale,
          member: { username: info.body.username, email: info.body.email },
        },
      })
      const { outcome } = readAnswer("POST /payment/session", raw)
      if (outcome._tag === "Answered" && !isPaymentUrl(outcome.body.paymentURL, hosts)) {
        yield* Effect.logError("a payment address is not on a known host")
        return yield* tell({ _tag: "Unknown" }, context)
      }
      return yield* tell(raw, context)
    })
    return openPaymentSession
  })
