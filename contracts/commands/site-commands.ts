/** The commands of the site: accounts, favourites, live alerts, credits. */
import { Schema } from "effect"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { BundleId, OpenSessionId, PaymentSessionId, PerformerId, WalletId } from "../ids.ts"
import { CredentialId, PasskeyAssertion, PasskeyAttestation } from "../passkey.ts"
import { drop, keep, secret, token } from "../sensitivity.ts"
import { PAUSE_DAYS } from "../spending.ts"
import { Cents, Device, ShortCredits } from "../units.ts"
import { command, PLAIN } from "./command-declaration.ts"
import { fingerprint } from "./fingerprint.ts"
import { typed } from "./typed-text.ts"

const email = drop(typed, "dropped@example.invalid")
const password = secret(typed)
/** The token of an e-mailed link or of a partner's log-in link; good for one use. */
const linkToken = secret(Schema.String.check(Schema.isBetweenLength(1, 4_000)))
/** Proof of who is at an open session: the present password, or a passkey used for that very command; one of them. */
const proof = {
  password: Schema.optionalKey(password),
  passkey: Schema.optionalKey(PasskeyAssertion),
}
const hasOneProof = Schema.makeFilter(
  (command: { readonly password?: unknown; readonly passkey?: unknown }) =>
    (command.password === undefined) !== (command.passkey === undefined),
)

export const SITE_COMMANDS = [
  command(
    "Register",
    {
      email,
      password,
      username: Schema.optionalKey(drop(typed, "dropped")),
      /** A calendar date, `2001-12-31`. */
      birthday: Schema.optionalKey(drop(typed, "1970-01-01")),
      termsAccepted: Schema.optionalKey(keep(Schema.Boolean)),
      fingerprint: Schema.optionalKey(fingerprint),
    },
    { ...PLAIN, outcomes: ["RegistrationRefused", "LoggedIn", "LogInRefused"], session: "renewed" },
  ),
  command(
    "LogIn",
    { email, password },
    {
      ...PLAIN,
      outcomes: ["LoggedIn", "LogInRefused"],
      session: "renewed",
      whenFull: "allowedWhileLow",
    },
  ),
  command(
    "LogInWithToken",
    { token: linkToken },
    {
      ...PLAIN,
      outcomes: ["LoggedIn", "LogInRefused"],
      session: "renewed",
      whenFull: "allowedWhileLow",
    },
  ),
  /** By a passkey that the visitor picked; its challenge came from POST /api/passkeys/challenge. */
  command(
    "LogInWithPasskey",
    {
      passkey: PasskeyAssertion,
    },
    {
      ...PLAIN,
      outcomes: ["LoggedIn", "LogInRefused"],
      session: "renewed",
      whenFull: "allowedWhileLow",
    },
  ),
  command(
    "LogOut",
    {},
    { ...PLAIN, outcomes: ["LoggedOut"], session: "ended", whenFull: "allowed" },
  ),
  /** An e-mail address or a username, as typed; packages/rules tells which of the two it is. */
  command(
    "RequestPasswordReset",
    {
      identity: drop(typed, "dropped"),
    },
    { ...PLAIN, outcomes: ["PasswordResetMailRequested"] },
  ),
  /** Asks whether a reset link is still valid, without using it up. */
  command(
    "CheckResetLink",
    { token: linkToken },
    { ...PLAIN, outcomes: ["ResetLinkChecked", "ResetLinkRefused"] },
  ),
  /** From an e-mailed link. `password` is the link's one-time old password, where it carries one. */
  command(
    "ResetPassword",
    {
      token: linkToken,
      password: Schema.optionalKey(password),
      newPassword: password,
      repeatNewPassword: password,
    },
    { ...PLAIN, outcomes: ["PasswordChanged", "PasswordChangeRefused"], session: "mayEnd" },
  ),
  command(
    "ChangePassword",
    {
      password,
      newPassword: password,
      repeatNewPassword: password,
    },
    { ...PLAIN, outcomes: ["PasswordChanged", "PasswordChangeRefused"], session: "renewed" },
  ),
  /** The address changes once it is verified. */
  command(
    "ChangeEmail",
    {
      email,
      repeatEmail: email,
      ...proof,
    },
    { ...PLAIN, outcomes: ["EmailChangeRequested", "EmailChangeRefused"], session: "mayEnd" },
    hasOneProof,
  ),
  /** Withdraws a change of address that is not verified yet. */
  command(
    "CancelEmailChange",
    {},
    { ...PLAIN, outcomes: ["EmailChangeCancelled", "EmailChangeCancelRefused"] },
  ),
  command(
    "ChangeUsername",
    {
      username: drop(typed, "dropped"),
      /** Whose limits hold: the prompt and the settings differ (AUTH-61, AUTH-62). */
      where: keep(Schema.Literals(["prompt", "settings"])),
    },
    { ...PLAIN, outcomes: ["UsernameChanged", "UsernameChangeRefused"], session: "mayEnd" },
  ),
  /** Verifies the e-mail address by the token of the e-mailed link. */
  command(
    "Activate",
    {
      token: linkToken,
      fingerprint: Schema.optionalKey(fingerprint),
    },
    { ...PLAIN, outcomes: ["ActivationSucceeded", "ActivationRefused"], session: "renewed" },
  ),
  command(
    "ResendActivation",
    {},
    { ...PLAIN, outcomes: ["ActivationMailSent", "ActivationMailRefused"] },
  ),
  /** `username` is the account that the member was shown. */
  command(
    "DeleteAccount",
    {
      username: drop(typed, "dropped"),
      ...proof,
    },
    {
      ...PLAIN,
      outcomes: ["AccountDeleted", "AccountDeletionRefused"],
      session: "ended",
      whenFull: "allowed",
    },
    hasOneProof,
  ),
  /** Ends another open session of the same member. */
  command(
    "EndSession",
    { sessionId: keep(OpenSessionId) },
    {
      ...PLAIN,
      outcomes: ["SessionEnded", "SessionEndRefused"],
      session: "ended",
      whenFull: "allowed",
    },
  ),
  /** A passkey was made, with options from POST /api/passkeys/registration; `name` is what the member calls it. */
  command(
    "RegisterPasskey",
    {
      name: drop(typed, "dropped"),
      credential: PasskeyAttestation,
    },
    { ...PLAIN, outcomes: ["PasskeyRegistered", "PasskeyRegistrationRefused"] },
  ),
  /** Asked for with proof: a passkey may prove its own removal. */
  command(
    "RemovePasskey",
    {
      id: token(CredentialId, (digest) => digest),
      ...proof,
    },
    { ...PLAIN, outcomes: ["PasskeyRemoved", "PasskeyRemovalRefused"] },
    hasOneProof,
  ),
  command("VerifyAge", {}, { ...PLAIN, outcomes: ["AgeVerified", "AgeVerificationRefused"] }),
  /** Idempotent: a favourite is kept once. */
  command(
    "AddFavourite",
    {
      performerId: token(PerformerId, performerStandIn),
    },
    { ...PLAIN, outcomes: ["FavouriteAdded", "FavouriteRefused"] },
  ),
  command(
    "RemoveFavourite",
    {
      performerId: token(PerformerId, performerStandIn),
    },
    { ...PLAIN, outcomes: ["FavouriteRemoved", "FavouriteRefused"] },
  ),
  /** Reading only. Who is no member, or gets no answer, is told nothing. */
  command("LoadLiveAlerts", {}, { ...PLAIN, outcomes: ["LiveAlertsListed"], silent: true }),
  /** Idempotent. */
  command(
    "SetLiveAlert",
    {
      performerId: token(PerformerId, performerStandIn),
      isOn: keep(Schema.Boolean),
    },
    { ...PLAIN, outcomes: ["LiveAlertChanged", "LiveAlertRefused"] },
  ),
  /** Reading only: prefetching is fine. Showing the wallet is the client fact `WalletOpened`. */
  command(
    "LoadWallet",
    {
      walletId: Schema.optionalKey(keep(WalletId)),
      /** Credits that the member was refused something for: one offer more is made for them. */
      short: Schema.optionalKey(keep(ShortCredits)),
    },
    { ...PLAIN, outcomes: ["WalletLoaded", "WalletRefused"] },
  ),
  /** Reading only. Who is no member, or gets no answer, is told nothing. */
  command("LoadSpendingLimits", {}, { ...PLAIN, outcomes: ["SpendingLimitsListed"], silent: true }),
  /** Euro cents; null: no limit. Idempotent. */
  command(
    "SetSpendingLimits",
    {
      dayCents: keep(Schema.NullOr(Cents)),
      weekCents: keep(Schema.NullOr(Cents)),
      monthCents: keep(Schema.NullOr(Cents)),
    },
    { ...PLAIN, outcomes: ["SpendingLimitsChanged", "SpendingLimitsRefused"] },
  ),
  command(
    "PauseSpending",
    { days: keep(Schema.Literals(PAUSE_DAYS)) },
    { ...PLAIN, outcomes: ["SpendingLimitsChanged", "SpendingLimitsRefused"] },
  ),
  command(
    "OpenPaymentSession",
    {
      bundleId: keep(BundleId),
      /** `id`, or `id:subOptionId` where a sub-option was chosen. */
      paymentMethod: keep(Schema.String.check(Schema.isPattern(/^[^:]{1,128}(:[^:]{1,128})?$/u))),
      /** On the brand's own origin and a known path; the gateway refuses any other. */
      returnUrl: keep(Schema.String.check(Schema.isMaxLength(2_048))),
      device: keep(Device),
      fingerprint: Schema.optionalKey(fingerprint),
    },
    {
      ...PLAIN,
      outcomes: ["PaymentSessionOpened", "PaymentSessionRefused", "PaymentSessionUnknown"],
    },
  ),
  command(
    "CheckPayment",
    {
      sessionId: keep(PaymentSessionId),
    },
    { ...PLAIN, outcomes: ["BundleBought", "PaymentFailed"], silent: true },
  ),
  /** Idempotent. The right ends after 14 days, and with the first credit that is spent of what was bought. */
  command(
    "WithdrawPurchase",
    { sessionId: keep(PaymentSessionId) },
    {
      ...PLAIN,
      outcomes: ["PurchaseWithdrawn", "PurchaseWithdrawalRefused", "PurchaseWithdrawalUnknown"],
    },
  ),
] as const
export type SiteCommandTag = (typeof SITE_COMMANDS)[number]["tag"]
