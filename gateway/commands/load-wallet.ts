/**
 * LoadWallet → WalletLoaded | WalletRefused. GET /wallet brings all; a part it lacks is filled by its own
 * call, before the whole becomes one fact.
 */
import { Effect, type Redacted } from "effect"
import type { PaymentProvider } from "@foldcast/contracts/stream/wallet"
import type { WalletAnswer } from "@foldcast/contracts/upstream/member-api"
import { defaultMethodId, isMethodOffered, methodOrder } from "@foldcast/rules/payment-method"
import { walletFact } from "../normalise/wallet.ts"
import type { CallOutcome } from "../upstream/frame.ts"
import { type ApiRequest, MemberApi } from "../upstream/member-api.ts"
import { makeCommandFacts } from "./command-facts.ts"
import { type Handler, callTraits } from "./handler.ts"

/** Pixels of a payment method's image [WALLET-46]. */
const IMAGE_DIMENSION = "100x100"

/** Empty where there was no answer. */
const partOf = <A>(outcome: CallOutcome<ReadonlyArray<A>>): ReadonlyArray<A> =>
  outcome._tag === "Answered" ? outcome.body : []

const makeLoadWallet = (provider: PaymentProvider) =>
  Effect.gen(function* () {
    const api = yield* MemberApi
    const facts = yield* makeCommandFacts

    /** Fills what the wallet's answer lacks. */
    const complete = Effect.fnUntraced(function* (
      outcome: CallOutcome<WalletAnswer>,
      asker: Pick<ApiRequest, "lang" | "noNude"> & { readonly token?: Redacted.Redacted },
    ) {
      if (outcome._tag !== "Answered") return outcome
      const wallet = outcome.body
      const bundles =
        wallet.bundles ??
        partOf(
          yield* api.call({
            ...asker,
            call: "GET /bundles",
            query: { wallet: String(wallet.id) },
          }),
        )
      const paymentOptions =
        wallet.paymentOptions ??
        partOf(
          yield* api.call({
            ...asker,
            call: "GET /payment/options",
            query: { dimension: IMAGE_DIMENSION },
          }),
        )
      return {
        _tag: "Answered",
        body: { ...wallet, bundles, paymentOptions },
      } satisfies CallOutcome<WalletAnswer>
    })

    const loadWallet: Handler<"LoadWallet"> = Effect.fnUntraced(function* (
      { walletId, short },
      context,
    ) {
      const { session, visit } = context
      const asker = {
        ...callTraits(context),
        ...(session.member !== null && { token: session.member.token }),
      }
      const answer = yield* api.call({
        ...asker,
        call: "GET /wallet",
        query: {
          ...(walletId !== undefined && { id: walletId }),
          ...(short !== undefined && { short: String(short) }),
        },
      })
      const wallet = walletFact(yield* complete(answer, asker), {
        provider,
        order: methodOrder(provider),
        defaultMethodId: defaultMethodId(provider, visit.locale),
        isOffered: isMethodOffered,
      })
      return yield* facts.answered(context, wallet)
    })
    return loadWallet
  })

export const loadWalletHandlers = (provider: PaymentProvider) => ({
  LoadWallet: makeLoadWallet(provider),
})
