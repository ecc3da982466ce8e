/**
 * The member API, with the upstream's names verbatim. Excess fields are ignored; missing or wrong ones refuse the
 * answer. Any status other than 200 is a refusal (API-003) whose body is `Refusal`. Unconfirmed assumptions are
 * numbered in docs/upstream-assumptions.md.
 */
import { Schema } from "effect"
import { MemberIdText, PerformerId } from "../ids.ts"
import { Cents, Credits, Device, EpochMillis, Locale, Minutes } from "../units.ts"
import { byPasskey, byPassword, UsedPasskey } from "./passkeys.ts"

const Name = Schema.String.check(Schema.isBetweenLength(1, 128))
/** Upstream ids are strings or numbers; paynl's methods are numeric. */
export const UpstreamId = Schema.Union([Name, Schema.Int])
export const UpstreamPerformerId = Schema.Union([PerformerId, Schema.Int])
/** A member's id is used in addresses and file names: letters, digits, `_` and `-`, 64 at most. */
export const UpstreamMemberId = Schema.Union([MemberIdText, Schema.Int])

export const UpstreamRefusal = Schema.Struct({
  label: Schema.optionalKey(Schema.String),
  fields: Schema.optionalKey(
    Schema.Array(Schema.Struct({ field: Schema.String, label: Schema.String })),
  ),
  /** For how long a repeat would be refused, where that is known: whole seconds (UA57). */
  waitSeconds: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 86_400 })),
  ),
}).annotate({ identifier: "Refusal" })
export type UpstreamRefusal = typeof UpstreamRefusal.Type

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
export const RegisterAnswer = Schema.Struct({ id: UpstreamMemberId }).annotate({
  identifier: "RegisterAnswer",
})

/**
 * POST /login, by e-mail and password, by a passkey (UA62), or by the single-use token of a link. The token of a
 * password-reset link gives a login token that is valid for one password change and nothing else. Only that change
 * uses up the link, so logging in with it can be repeated before.
 */
export const LoginRequest = Schema.Union([
  Schema.Struct({ email: Schema.String, password: Schema.String }),
  Schema.Struct({ token: Schema.String }),
  Schema.Struct({ passkey: UsedPasskey }),
]).annotate({ identifier: "LoginRequest" })
export const LoginAnswer = Schema.Struct({ token: Schema.String }).annotate({
  identifier: "LoginAnswer",
})
/** The payload of the login token: a signed three-part token; `exp` in unix seconds. */
export const TokenPayload = Schema.Struct({ id: UpstreamMemberId, exp: Schema.Int }).annotate({
  identifier: "TokenPayload",
})

/**
 * PUT /member. `memberId` is the token's own; any other is refused. `password` is the present one, and is absent
 * with the token of a password-reset link. A new e-mail address waits as `pendingEmail` until its link is opened
 * (UA38); `pendingEmail: null` withdraws it.
 */
export const UpdateMemberRequest = Schema.Struct({
  memberId: UpstreamMemberId,
  data: Schema.Union([
    Schema.Struct({
      password: Schema.optionalKey(Schema.String),
      newPassword: Schema.String,
      repeatNewPassword: Schema.String,
      /** The brand whose password rule applies (UA61); absent: the brand of the member's registration. */
      brand: Schema.optionalKey(Schema.String),
    }),
    Schema.Struct({ email: Schema.String, ...byPassword }),
    Schema.Struct({ email: Schema.String, ...byPasskey }),
    Schema.Struct({ pendingEmail: Schema.Null }),
  ]),
}).annotate({ identifier: "UpdateMemberRequest" })
/** After a password change every earlier token is refused; `token` is the new one. */
export const UpdateMemberAnswer = Schema.Struct({
  token: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "UpdateMemberAnswer" })

/** DELETE /member; `memberId` is the token's own, `password` the present one (UA39), or a passkey (UA62). */
export const DeleteMemberRequest = Schema.Union([
  Schema.Struct({ memberId: UpstreamMemberId, ...byPassword }),
  Schema.Struct({ memberId: UpstreamMemberId, ...byPasskey }),
]).annotate({ identifier: "DeleteMemberRequest" })
/** An answer without content. */
export const DoneAnswer = Schema.Struct({}).annotate({ identifier: "DoneAnswer" })

/** POST /forgot-password, by e-mail or username. */
export const ForgotPasswordRequest = Schema.Union([
  Schema.Struct({ email: Schema.String }),
  Schema.Struct({ username: Schema.String }),
]).annotate({ identifier: "ForgotPasswordRequest" })

/** POST /activate; `key` is the token of the e-mailed link (API-012). */
export const ActivateRequest = Schema.Struct({
  key: Schema.String,
  fingerprint: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "ActivateRequest" })
/**
 * `credits`: the welcome credits granted now; absent: 0. `emailChanged`: the link belonged to a new address, which
 * is the account's from now on; the link does not log in then (UA38).
 */
export const ActivateAnswer = Schema.Struct({
  token: Schema.String,
  credits: Schema.optionalKey(Credits),
  emailChanged: Schema.optionalKey(Schema.Literal(true)),
}).annotate({ identifier: "ActivateAnswer" })

/** POST /change-username */
export const ChangeUsernameRequest = Schema.Struct({ username: Schema.String }).annotate({
  identifier: "ChangeUsernameRequest",
})
export const ChangeUsernameAnswer = Schema.Struct({ token: Schema.String }).annotate({
  identifier: "ChangeUsernameAnswer",
})

/** GET /username/suggestions?username=&limit=5&maxLength=32 */
export const UsernameSuggestions = Schema.Struct({
  suggestions: Schema.Array(Schema.String),
}).annotate({ identifier: "UsernameSuggestions" })

/** The most accounts in one answer of `GET /deleted-accounts`. */
export const DELETED_ACCOUNTS_AT_ONCE = 1_000
/**
 * GET /deleted-accounts?after= : the deleted accounts in the order of their deletion, without the first `after` of
 * them; `total`: the number of all. Each is the hexadecimal SHA-256 of `foldcast deleted account ` and the member's
 * id, as on the lists that outlive backups (UA59, our extension).
 */
export const DeletedAccountsAnswer = Schema.Struct({
  accounts: Schema.Array(Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))).check(
    Schema.isMaxLength(DELETED_ACCOUNTS_AT_ONCE),
  ),
  total: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
}).annotate({ identifier: "DeletedAccountsAnswer" })

/** GET /lander?id= : the appearance of a brand's first page. */
export const LanderAnswer = Schema.Struct({
  id: UpstreamId,
  /** `whitelabel` or `default`; anything else is read as `default` (UA21). */
  layout: Schema.String,
  media: Schema.Struct({
    mediaLeft: Schema.NullOr(Schema.String),
    mediaRight: Schema.NullOr(Schema.String),
    amount: Schema.NullOr(Schema.Int),
  }),
  /** The lander popup's text, by language. */
  i18n: Schema.Record(Schema.String, Schema.Struct({ title: Schema.String, text: Schema.String })),
}).annotate({ identifier: "LanderAnswer" })
export type LanderAnswer = typeof LanderAnswer.Type

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
  /** The welcome credits were granted before: verifying another address grants none. */
  welcomed: Schema.optionalKey(Schema.Boolean),
  /** The address that waits for verification; absent where there is none. */
  pendingEmail: Schema.optionalKey(Schema.String),
}).annotate({ identifier: "BasicInfo" })
export type BasicInfo = typeof BasicInfo.Type

/** GET /credits */
export const CreditsAnswer = Schema.Struct({ credits: Credits }).annotate({
  identifier: "CreditsAnswer",
})

export const VIP_HOLD_STATES = ["held", "kept", "returned"] as const

/** One movement of the member's credits in the ledger. */
export const UpstreamMovement = Schema.Struct({
  /** The ledger's id; a paid session's receipt names it too. */
  id: Name,
  /** Milliseconds since 1970. */
  at: EpochMillis,
  /** Positive for credits received, negative for credits spent. */
  amount: Schema.Int.check(
    Schema.isBetween({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
    Schema.makeFilter((amount) => amount !== 0),
  ),
  /** The member's balance right after it. */
  balance: Credits,
  /** The reason: `bundle`, `paid-time`, `vip-hold`, `tip` …; an unknown one is shown without a name. */
  reason: Name,
  /** For paid time, charged or returned: the session, with the cost of all its movements so far. */
  session: Schema.optionalKey(
    Schema.Struct({
      id: Name,
      mode: Schema.String,
      credits: Credits,
      /** Null while the session runs. */
      seconds: Schema.NullOr(Schema.Int),
      movements: Schema.Int,
      /**
       * For an accepted VIP that was not joined yet (UA56): its first interval is held, was kept, or was returned.
       * Absent once it was joined.
       */
      hold: Schema.optionalKey(Schema.Literals(VIP_HOLD_STATES)),
    }),
  ),
  /** The performer of the movement; `username` is null where the performer no longer exists. */
  performer: Schema.optionalKey(
    Schema.Struct({ id: UpstreamPerformerId, username: Schema.NullOr(Schema.String) }),
  ),
  /** For a bought bundle: the bank's transaction. */
  transactionId: Schema.optionalKey(Name),
  /**
   * For a bought bundle: what was paid for it, and for a withdrawal what is given back, in euro cents, VAT included
   * (our extension).
   */
  paid: Schema.optionalKey(Cents),
  /** For a bought bundle of which nothing is spent: until when it may be withdrawn from (our extension). */
  withdrawal: Schema.optionalKey(Schema.Struct({ session: Name, until: EpochMillis })),
}).annotate({ identifier: "UpstreamMovement" })
export type UpstreamMovement = typeof UpstreamMovement.Type

/** The most movements in one answer. */
export const MAX_MOVEMENTS = 200

/**
 * GET /wallet/movements?before=&limit= : the member's own movements, newest first, `limit` of them (1 to 200).
 * `next` is the cursor for `before` of the next page; null at the end. It is valid for this member only.
 */
export const MovementsAnswer = Schema.Struct({
  movements: Schema.Array(UpstreamMovement).check(Schema.isMaxLength(MAX_MOVEMENTS)),
  next: Schema.NullOr(Name),
}).annotate({ identifier: "UpstreamMovements" })
export type MovementsAnswer = typeof MovementsAnswer.Type

/**
 * GET /favourite: the member's favourite performers, newest first. An id that is not valid for a performer was
 * stored under a looser rule; it does not invalidate the list.
 */
export const FavouritesAnswer = Schema.Struct({
  favourites: Schema.Array(Schema.Struct({ performerId: UpstreamId })),
}).annotate({ identifier: "FavouritesAnswer" })

/** POST and DELETE /favourite; DELETE may name the performer in the query too. */
export const FavouriteRequest = Schema.Struct({ performerId: UpstreamPerformerId }).annotate({
  identifier: "FavouriteRequest",
})

/** GET /live-alert: the performers whose coming online the member wants to be told, newest first (our extension). */
export const LiveAlertsAnswer = Schema.Struct({
  liveAlerts: Schema.Array(Schema.Struct({ performerId: UpstreamPerformerId })),
}).annotate({ identifier: "LiveAlertsAnswer" })

/** PUT /live-alert: whether the member wants to be told of this performer. */
export const LiveAlertRequest = Schema.Struct({
  performerId: UpstreamPerformerId,
  isOn: Schema.Boolean,
}).annotate({ identifier: "LiveAlertRequest" })

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

/** GET /wallet?id=&lang=&short= ; `short`: how many credits the member is short of (our extension). */
export const WalletAnswer = Schema.Struct({
  id: UpstreamId,
  /** `drawer` or `default` (WALLET-13); anything else is read as `default`. */
  variant: Schema.String,
  /** A missing part is read by its own call (UA8). */
  bundles: Schema.optionalKey(Schema.Array(UpstreamBundle)),
  /**
   * For `short`: so many credits, 152 at least, at the base price. Absent where a bundle gives as many for no more. Its
   * id, `topup-` and the credits, says all of it: a payment session takes the id at any time.
   */
  topUp: Schema.optionalKey(UpstreamBundle),
  paymentOptions: Schema.optionalKey(Schema.Array(UpstreamPaymentOption)),
}).annotate({ identifier: "WalletAnswer" })
export type WalletAnswer = typeof WalletAnswer.Type

/** GET /bundles?wallet= */
export const BundlesAnswer = Schema.Array(UpstreamBundle).annotate({ identifier: "BundlesAnswer" })
/** GET /payment/options?dimension=100x100 */
export const PaymentOptionsAnswer = Schema.Array(UpstreamPaymentOption).annotate({
  identifier: "PaymentOptionsAnswer",
})

/** POST /payment/session; `member` is the member's basic info (WALLET-27). */
export const PaymentSessionRequest = Schema.Struct({
  bundle: UpstreamId,
  paymentMethod: Schema.String,
  returnUrl: Schema.String,
  device: Device,
  fingerprint: Schema.optionalKey(Schema.String),
  lang: Locale,
  member: Schema.Struct({ username: Schema.String, email: Schema.String }),
}).annotate({ identifier: "PaymentSessionRequest" })
/** `sessionId` is our extension (UA10). */
export const PaymentSessionAnswer = Schema.Struct({
  sessionId: Name,
  paymentURL: Schema.String,
}).annotate({ identifier: "PaymentSessionAnswer" })

/** GET /payment/session/{id}: our extension (UA10). */
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

/**
 * POST /payment/session/{id}/withdrawal: our extension (UA83). Nothing of the bundle is spent, and it was paid within 14
 * days. The credits are taken back at once, the bank gives the money back. A repeat is answered alike.
 */
export const WithdrawalAnswer = Schema.Struct({
  sessionId: Name,
  credits: Credits,
  /** Euro cents. */
  amount: Cents,
  /** When it was received. */
  at: EpochMillis,
}).annotate({ identifier: "WithdrawalAnswer" })
export type WithdrawalAnswer = typeof WithdrawalAnswer.Type

// Labels that the code distinguishes; all others get a general text.

/** With 401: the gateway's own key is refused. It says nothing about the member. */
export const KEY_REFUSED_LABEL = "apiKeyRefused"
/** With 401: the member's token is invalid or has expired. */
export const TOKEN_REFUSED_LABEL = "unauthorized"
/** With 403: the token is valid, and its member no longer exists. */
export const MEMBER_GONE_LABEL = "forbidden"
export const ACTIVATION_VERIFIED_LABEL = "badRequest.activation.verified"
/** A link's token that has expired or was used. */
export const LINK_LABELS = ["linkExpired", "linkUsed"] as const
export const LOGIN_LABELS = ["notExists", "deleted", "incorrectPassword"] as const
