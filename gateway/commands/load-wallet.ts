/**
 * LoadWallet → WalletLoaded | WalletRefused. GET /wallet brings all; a part it lacks is filled by its own
 * call (UA8), before the whole becomes one fact.
 */
import { Effect, type Redacted } from "effect"
import type { WalletAnswer } from "@foldcast/contracts/upstream/member-api"
import { defaultMethodId, methodOrder } from "@foldcast/rules/payment-method"
import { Pipeline } from "../pipeline.ts"
import { readAnswer } from "../upstream/decode-frame.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { type ApiRequest, MemberApi } from "../upstream/member-api.ts"
import { answerFrame, HANDLED, type Handler } from "./handler.ts"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"

/** Pixels of a payment method's image. Source: WALLET-46. */
const IMAGE_DIMENSION = "100x100"

export const makeLoadWallet = (provider: PaymentProvider) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const pipeline = yield* Pipeline

    /** Fills what the wallet's answer lacks; what cannot be had stays empty. */
    const complete = Effect.fnUntraced(function* (
      outcome: CallOutcome<unknown>,
      asker: Pick<ApiRequest, "lang" | "noNude"> & { readonly token?: Redacted.Redacted },
    ) {
      const read = readAnswer("GET /wallet", outcome).outcome
      if (read._tag !== "Answered") return outcome
      const wallet: WalletAnswer = read.body
      if (wallet.bundles !== undefined && wallet.paymentOptions !== undefined) return outcome
      const bundles = readAnswer(
        "GET /bundles",
        yield* api.call({ ...asker, call: "GET /bundles", query: { wallet: String(wallet.id) } }),
      ).outcome
      const options = readAnswer(
        "GET /payment/options",
        yield* api.call({
          ...asker,
          call: "GET /payment/options",
          query: { dimension: IMAGE_DIMENSION },
        }),
      ).outcome
      return {
        _tag: "Answered",
        body: {
          ...wallet,
          bundles: wallet.bundles ?? (bundles._tag === "Answered" ? bundles.body : []),
          paymentOptions:
            wallet.paymentOptions ?? (options._tag === "Answered" ? options.body : []),
        },
      } satisfies CallOutcome<unknown>
    })

    const loadWallet: Handler<"LoadWallet"> = Effect.fnUntraced(function* ({ walletId }, context) {
      const { session, visit } = context
      const asker = {
        lang: visit.locale,
        noNude: visit.noNude,
        ...(session.member !== null && { token: session.member.token }),
      }
      const answer = yield* api.call({
        ...asker,
        call: "GET /wallet",
        ...(walletId !== undefined && { query: { id: walletId } }),
      })
      yield* pipeline.answer(answerFrame("GET /wallet", yield* complete(answer, asker), context), {
        memberId: visit.member,
        entering: false,
        preference: {
          provider,
          order: methodOrder(provider),
          defaultMethodId: defaultMethodId(provider, visit.locale),
        },
        stamp: null,
      })
      return HANDLED
    })
    return loadWallet
  })
