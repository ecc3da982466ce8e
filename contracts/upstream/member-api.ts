/**
 * The member API as the upstream names it, verbatim. Excess fields are ignored; missing or wrong ones
 * refuse the answer. Any status other than 200 is a refusal (product spec, section 7) whose body is
 * `Refusal`. What is not in the product documents is our belief, numbered in
 * docs/upstream-assumptions.md.
 */
import { Schema } from "effect"
import { Cents, Credits, Device, Locale, Minutes } from "../units.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
/** Upstream ids are strings or numbers; paynl's methods are numeric. */
export const UpstreamId = Schema.Union([Name, Schema.Int])

export const Refusal = Schema.Struct({
  label: Schema.optionalKey(Schema.String),
  fields: Schema.optionalKey(
    Schema.Array(Schema.Struct({ field: Schema.String, label: Schema.String })),
  ),
}).annotate({ identifier: "Refusal" })
export type Refusal = typeof Refusal.Type

/** POST /member */
export const RegisterRequest = Schema.Struct({
  email: Schema.String,
  password: Schema.String,
  /** The base route parameters (tracking) and the language of mails. */
  meta: Schema.Record(Schema.String, Schema.String),
  username: Schema.optionalKey(Schema.String),
  birthday: Schema.optionalKey(Schema.String),
  fingerprint: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "RegisterRequest" })
export const RegisterAnswer = Schema.Struct({ id: UpstreamId }).annotate({
  identifier: "RegisterAnswer",
})

/** POST /login */
export const LoginRequest = Schema.Struct({
  email: Schema.String,
  password: Schema.String,
}).annotate({ identifier: "LoginRequest" })
export const LoginAnswer = Schema.Struct({ token: Schema.String }).annotate({
  identifier: "LoginAnswer",
})
/** The payload of the login token: a signed three-part token; `exp` in unix seconds. */
export const TokenPayload = Schema.Struct({ id: UpstreamId, exp: Schema.Int }).annotate({
  identifier: "TokenPayload",
})

/** GET /basic-info */
export const BasicInfo = Schema.Struct({
  username: Schema.String,
  capName: Schema.optionalKey(Schema.String),
  email: Schema.String,
  credits: Credits,
  verified: Schema.Boolean,
  lander: Schema.NullOr(Schema.String),
  endUserText: Schema.NullOr(Schema.String),
  showChangeUsername: Schema.optionalKey(Schema.Boolean),
}).annotate({ identifier: "BasicInfo" })
export type BasicInfo = typeof BasicInfo.Type

/** GET /credits */
export const CreditsAnswer = Schema.Struct({ credits: Credits }).annotate({
  identifier: "CreditsAnswer",
})

export const UpstreamBundle = Schema.Struct({
  id: UpstreamId,
  name: Schema.String,
  /** Euro cents. */
  cost: Cents,
  credits: Credits,
  currency: Schema.Literal("EUR"),
  bonus: Minutes,
  label: Schema.NullOr(Schema.String),
  /** Comma-separated tags; unknown tags are ignored. */
  meta: Schema.Struct({ classes: Schema.String }),
}).annotate({ identifier: "UpstreamBundle" })
export type UpstreamBundle = typeof UpstreamBundle.Type

export const UpstreamPaymentOption = Schema.Struct({
  id: UpstreamId,
  name: Schema.String,
  image: Schema.String,
  paymentOptionSubList: Schema.Array(Schema.Struct({ id: UpstreamId, name: Schema.String })),
}).annotate({ identifier: "UpstreamPaymentOption" })
export type UpstreamPaymentOption = typeof UpstreamPaymentOption.Type

/** GET /wallet?id=&lang= */
export const WalletAnswer = Schema.Struct({
  id: UpstreamId,
  /** `drawer` or `default`; anything else is read as `default` (decisions, 81). */
  variant: Schema.String,
  /** A part that is missing has a call of its own (decisions, 79). */
  bundles: Schema.optionalKey(Schema.Array(UpstreamBundle)),
  paymentOptions: Schema.optionalKey(Schema.Array(UpstreamPaymentOption)),
}).annotate({ identifier: "WalletAnswer" })
export type WalletAnswer = typeof WalletAnswer.Type

/** GET /bundles?wallet= */
export const BundlesAnswer = Schema.Array(UpstreamBundle).annotate({ identifier: "BundlesAnswer" })
/** GET /payment/options?dimension=100x100 */
export const PaymentOptionsAnswer = Schema.Array(UpstreamPaymentOption).annotate({
  identifier: "PaymentOptionsAnswer",
})

/** POST /payment/session; `member` is the member's basic info (decisions, 87). */
export const PaymentSessionRequest = Schema.Struct({
  bundle: UpstreamId,
  paymentMethod: Schema.String,
  returnUrl: Schema.String,
  device: Device,
  fingerprint: Schema.optionalKey(Schema.String),
  lang: Locale,
  member: Schema.Struct({ username: Schema.String, email: Schema.String }),
}).annotate({ identifier: "PaymentSessionRequest" })
/** `sessionId` is our extension (decisions, 0.13). */
export const PaymentSessionAnswer = Schema.Struct({
  sessionId: Name,
  paymentURL: Schema.String,
}).annotate({ identifier: "PaymentSessionAnswer" })

/** GET /payment/session/{id}: our extension (decisions, 0.13). */
export const PaymentSessionState = Schema.Union([
  Schema.Struct({ sessionId: Name, state: Schema.Literal("open") }),
  Schema.Struct({
    sessionId: Name,
    state: Schema.Literal("paid"),
    bundleId: UpstreamId,
    credits: Credits,
    /** Euro cents. */
    amount: Cents,
    transactionId: Name,
  }),
  Schema.Struct({
    sessionId: Name,
    state: Schema.Literal("failed"),
    reasonCode: Schema.Int,
  }),
]).annotate({ identifier: "PaymentSessionState" })
export type PaymentSessionState = typeof PaymentSessionState.Type

/** Labels of refusals that the product documents name. Others fall to a general message. */
export const LOGIN_LABELS = ["notExists", "deleted", "incorrectPassword"] as const
