/** GET /wallet, GET /bundles and GET /payment/options: what is sold, and how it can be paid. */
import { Effect, Schema } from "effect"
import {
  BundlesAnswer,
  PaymentOptionsAnswer,
  WalletAnswer,
} from "@foldcast/contracts/upstream/member-api"
import { type Locale, ShortCredits } from "@foldcast/contracts/units"
import { BackendConfig } from "../config.ts"
import { SqlDatabase } from "../db/database.ts"
import { type Call, NoBody, openCall } from "./call.ts"
import { routesOf } from "./routes.ts"
import { badRequest, notFound } from "../http/refused.ts"
import type { StoredMember } from "../members/member.ts"
import { bundlesFor, type SoldBundle, upstreamBundle } from "../payments/bundles.ts"
import { offeredMethods, upstreamPaymentOption } from "../payments/payment-methods.ts"
import { hasPaid } from "../payments/session-store.ts"
import { topUpFor } from "../payments/top-up.ts"
import { walletById } from "../payments/wallets.ts"

/** The only size of the images. */
const DIMENSION = "100x100"

/** The bundles for this member; a guest may be a new customer. */
const soldTo = Effect.fnUntraced(function* (member: StoredMember | null) {
  const hasBought = member !== null && (yield* hasPaid(yield* SqlDatabase, member.id))
  return bundlesFor({ hasBought })
})

const inLanguage = (lang: Locale) => (bundle: SoldBundle) => upstreamBundle(bundle, lang)

const isShort = Schema.is(ShortCredits)

/** Undefined where it is not asked for. */
const shortOf = ({ query }: Call<unknown>) => {
  const text = query.get("short")
  if (text === null) return Effect.succeed(undefined)
  const short = Number(text)
  return isShort(short) ? Effect.succeed(short) : Effect.fail(badRequest("short"))
}

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
    const short = yield* shortOf(call)
    const bundles = yield* soldTo(member)
    const topUp = short === undefined ? undefined : topUpFor(short, bundles)
    return {
      id,
      variant,
      bundles: bundles.map(inLanguage(call.lang)),
      ...(topUp !== undefined && { topUp: inLanguage(call.lang)(topUp) }),
      paymentOptions: yield* paymentOptions(call.lang),
    }
  }),
})

const getBundles = openCall({
  body: NoBody,
  answer: BundlesAnswer,
  handle: (call, member) =>
    Effect.flatMap(namedWallet(call, "wallet"), () =>
      Effect.map(soldTo(member), (bundles) => bundles.map(inLanguage(call.lang))),
    ),
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
