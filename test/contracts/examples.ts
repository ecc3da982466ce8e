/**
 * One example of each fact, frame and command: total, so what is new is asked for here. What is optional
 * is left out: a pact promises what it shows.
 */
import type { Command } from "@foldcast/contracts/commands/command"
import type { CommandTag } from "@foldcast/contracts/commands/command-tags"
import type { Event, EventTag } from "@foldcast/contracts/stream/event"
import type { GatewayFrame } from "@foldcast/contracts/stream/frames"

/** Schemas brand ids; in JSON they are plain texts. */
type Plain<T> = T extends string
  ? string
  : T extends object
    ? { readonly [K in keyof T]: Plain<T[K]> }
    : T

export const FACT_EXAMPLES: {
  readonly [Tag in EventTag]: Omit<Plain<Extract<Event, { readonly _tag: Tag }>>, "_tag">
} = {
  VisitStarted: {
    locale: "nl",
    brand: "foldcast",
    device: "desktop",
    noNude: false,
    tracking: {},
  },
  StreamReset: { reason: "unknown" },
  SourceInterrupted: { source: "member-socket" },
  SourceRestored: { source: "member-socket" },
  MemberRegistered: { memberId: "42" },
  RegistrationRefused: {
    label: "email.exists",
    fields: [{ field: "email", label: "email.exists" }],
  },
  LoggedIn: { memberId: "42", username: "member@example.com", verified: false },
  LogInRefused: { label: "incorrectPassword" },
  LoggedOut: { reason: "requested" },
  MemberLoaded: {
    username: "member@example.com",
    capName: "Member",
    email: "member@example.com",
    verified: false,
    endUserText: null,
    lander: null,
    showChangeUsername: false,
  },
  MemberRefused: { label: "unavailable" },
  PasswordResetMailRequested: {},
  PasswordChanged: {},
  ResetLinkChecked: {},
  ResetLinkRefused: { label: "linkUsed" },
  PasswordChangeRefused: { label: "incorrectPassword" },
  EmailChangeRequested: {},
  EmailChangeCancelled: {},
  EmailChangeCancelRefused: { label: "unavailable" },
  EmailChanged: {},
  EmailChangeRefused: { label: "emailExists" },
  UsernameChanged: {},
  UsernameChangeRefused: { label: "badRequest.usernameExists" },
  ActivationSucceeded: { credits: 120 },
  ActivationRefused: { label: "expired" },
  ActivationMailSent: {},
  ActivationMailRefused: { label: "unavailable" },
  AccountDeleted: {},
  AccountDeletionRefused: { label: "unavailable" },
  SessionEnded: { sessionId: "open-session-1" },
  SessionEndRefused: { label: "unavailable" },
  AgeVerified: {},
  AgeVerificationRefused: { label: "refused" },
  CreditsChanged: { credits: 500 },
  CreditsRanOut: { action: "interval" },
  FavouritesListed: { performerIds: ["7"] },
  FavouriteAdded: { performerId: "7" },
  FavouriteRemoved: { performerId: "7" },
  FavouriteRefused: { performerId: "7", label: "unavailable" },
  WalletLoaded: {
    walletId: "1",
    variant: "drawer",
    bundles: [
      {
        id: "4",
        name: "Bundle",
        costCents: 2_500,
        credits: 1_800,
        currency: "EUR",
        bonusMinutes: 5,
        label: null,
        tags: ["bestDeal"],
      },
    ],
    paymentOptions: [
      {
        id: "10",
        name: "iDEAL | Wero",
        image: "https://images.example.com/ideal.svg",
        provider: "paynl",
        subOptions: [{ id: "1", name: "A bank" }],
      },
    ],
    provider: "paynl",
    defaultMethodId: null,
  },
  WalletRefused: { label: "unavailable" },
  PaymentSessionOpened: { sessionId: "ps_1", paymentURL: "https://bank.example.com/pay/1" },
  PaymentSessionRefused: { label: "badRequest.bundle" },
  PaymentSessionUnknown: {},
  BundleBought: {
    sessionId: "ps_1",
    bundleId: "4",
    credits: 1_800,
    amountCents: 2_500,
    transactionId: "tx_1",
  },
  PaymentFailed: { sessionId: "ps_1", reasonCode: 309 },
}

const VISIT = "visit-0000000000000001"

export const FRAME_EXAMPLES: {
  readonly [K in Exclude<GatewayFrame["k"], "events">]: Omit<
    Plain<Extract<GatewayFrame, { readonly k: K }>>,
    "k"
  >
} = {
  hello: {
    visit: VISIT,
    epoch: "e1",
    seq: 3,
    n: 0,
    now: 1_770_000_000_000,
    heartbeatMs: 25_000,
    protocol: { min: 1, max: 1 },
    schemaHash: "a1b2c3",
  },
  resumed: { from: 4, to: 6 },
  reset: { reason: "unknown", was: VISIT },
  replayed: { seq: 3 },
  ping: { seq: 3, n: 0 },
  stored: { n: 1 },
  signal: { topic: "performers", data: {} },
  bye: { code: 1012, reason: "restarting" },
}

export const COMMAND_EXAMPLES: {
  readonly [Tag in CommandTag]: Plain<Extract<Command, { readonly _tag: Tag }>>
} = {
  Register: {
    _tag: "Register",
    email: "contract.newcomer@example.com",
    password: "contract1",
    termsAccepted: true,
  },
  LogIn: { _tag: "LogIn", email: "contract.member@example.com", password: "contract1" },
  LogInWithToken: { _tag: "LogInWithToken", token: "link.token.1" },
  LogOut: { _tag: "LogOut" },
  RequestPasswordReset: { _tag: "RequestPasswordReset", identity: "contract.member@example.com" },
  CheckResetLink: { _tag: "CheckResetLink", token: "link.token.2" },
  ResetPassword: {
    _tag: "ResetPassword",
    token: "link.token.2",
    newPassword: "contract2",
    repeatNewPassword: "contract2",
  },
  ChangePassword: {
    _tag: "ChangePassword",
    password: "contract1",
    newPassword: "contract2",
    repeatNewPassword: "contract2",
  },
  ChangeEmail: {
    _tag: "ChangeEmail",
    email: "contract.moved@example.com",
    repeatEmail: "contract.moved@example.com",
    password: "contract1",
  },
  CancelEmailChange: { _tag: "CancelEmailChange" },
  ChangeUsername: { _tag: "ChangeUsername", username: "contract-name", where: "settings" },
  Activate: { _tag: "Activate", token: "link.token.3" },
  ResendActivation: { _tag: "ResendActivation" },
  DeleteAccount: { _tag: "DeleteAccount", username: "contract-name", password: "contract1" },
  EndSession: { _tag: "EndSession", sessionId: "open-session-1" },
  VerifyAge: { _tag: "VerifyAge" },
  AddFavourite: { _tag: "AddFavourite", performerId: "7" },
  RemoveFavourite: { _tag: "RemoveFavourite", performerId: "7" },
  LoadWallet: { _tag: "LoadWallet" },
  OpenPaymentSession: {
    _tag: "OpenPaymentSession",
    bundleId: "4",
    paymentMethod: "10",
    returnUrl: "/",
    device: "desktop",
    fingerprint: "contract-fingerprint",
  },
  CheckPayment: { _tag: "CheckPayment", sessionId: "ps_1" },
}
