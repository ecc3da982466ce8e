/** GET /wallet, GET /bundles and GET /payment/options: what is sold, and how it can be paid. */
import { Effect } from "effect"
import {
  BundlesAnswer,
  PaymentOptionsAnswer,
  WalletAnswer,
} from "@foldcast/contracts/upstream/member-api"
import type { Locale } from "@foldcast/contracts/units"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { type Call, NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest, notFound } from "../http/refused.ts"
import type { StoredMember } from "../members/member.ts"
import { bundlesFor, upstreamBundle } from "../payments/bundles.ts"
import { offeredMethods, upstreamPaymentOption } from "../payments/payment-methods.ts"
import { hasPaid } from "../payments/session-store.ts"
import { walletById } from "../payments/wallets.ts"

/** The only size of the images. */
const DIMENSION = "100x100"

/** The bundles for this member; a guest may be a new customer. */
const bundles = Effect.fnUntraced(function* (lang: Locale, member: StoredMember | null) {
  const hasBought = member !== null && (yield* hasPaid(yield* SqlDatabase, member.id))
  return bundlesFor({ hasBought }).map((bundle) => upstreamBundle(bundle, lang))
})

const paymentOptions = (lang: Locale) =>
  Effect.map(BackendConfig, ({ payments }) =>
    offeredMethods(payments.provider).map((method) => upstreamPaymentOption(method, lang)),
  )

const namedWallet = (call: Call<unknown>, parameter: "id" | "wallet") => {
  const wallet = walletById(call.query.get(parameter) ?? undefined)
  return wallet === undefined ? Effect.fail(notFound()) : Effect.succeed(wallet)
}

const getWallet = openCall({
  body: NoBody,
  answer: WalletAnswer,
  handle: Effect.fnUntraced(function* (call: Call<unknown>, member: StoredMember | null) {
    const { id, variant } = yield* namedWallet(call, "id")
    return {
      id,
      variant,
      bundles: yield* bundles(call.lang, member),
      paymentOptions: yield* paymentOptions(call.lang),
    }
  }),
})

const getBundles = openCall({
  body: NoBody,
  answer: BundlesAnswer,
  handle: (call, member) =>
    Effect.flatMap(namedWallet(call, "wallet"), () => bundles(call.lang, member)),
})

const getPaymentOptions = openCall({
  body: NoBody,
  answer: PaymentOptionsAnswer,
  handle: ({ query, lang }) =>
    (query.get("dimension") ?? DIMENSION) === DIMENSION
      ? paymentOptions(lang)
      : Effect.fail(badRequest("dimension")),
})

export const walletRoutes = routesOf({
  "GET /wallet": getWallet,
  "GET /bundles": getBundles,
  "GET /payment/options": getPaymentOptions,
})
