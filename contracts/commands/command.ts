/** Commands: what the browser asks of the gateway, imperative (docs/protocol.md, "Commands"). */
import { Schema } from "effect"
import {
  BundleId,
  CommandId,
  OpenSessionId,
  PaymentSessionId,
  PerformerId,
  VisitId,
  WalletId,
} from "../ids.ts"
import { TIP_TYPES } from "../chat-rules.ts"
import { performerStandIn } from "../client-facts/named-paths.ts"
import { CredentialId, PasskeyAssertion, PasskeyAttestation } from "../passkey.ts"
import { PLAYER_FAILURES } from "../player-failure.ts"
import { drop, keep, secret, token } from "../sensitivity.ts"
import { MAX_TYPED } from "./typed-length.ts"
import { JoinMode, LeaveReason } from "../stream/room.ts"
import { Credits, Device } from "../units.ts"

/** Bytes of a command's whole body. */
export const MAX_COMMAND_BYTES = 16_384

/** What was typed travels as typed; the rules decide what is acceptable, with a message per field. */
const typed = Schema.String.check(Schema.isMaxLength(MAX_TYPED))
const email = drop(typed, "dropped@example.invalid")
const password = secret(typed)
/** The token of an e-mailed link or of a partner's log-in link; good for one use. */
const linkToken = secret(Schema.String.check(Schema.isBetweenLength(1, 4_000)))
/** An identifier the visitor accepted to be known by; absent without consent (ADR 0012). */
const fingerprint = drop(
  Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{8,128}$/u)),
  "dropped-fingerprint",
)

export const Register = Schema.TaggedStruct("Register", {
  email,
  password,
  username: Schema.optionalKey(drop(typed, "dropped")),
  /** A calendar date, `2001-12-31`. */
  birthday: Schema.optionalKey(drop(typed, "1970-01-01")),
  termsAccepted: Schema.optionalKey(keep(Schema.Boolean)),
  fingerprint: Schema.optionalKey(fingerprint),
})
export const LogIn = Schema.TaggedStruct("LogIn", { email, password })
export const LogInWithToken = Schema.TaggedStruct("LogInWithToken", { token: linkToken })
/** By a passkey that the visitor picked; its challenge came from POST /api/passkeys/challenge. */
export const LogInWithPasskey = Schema.TaggedStruct("LogInWithPasskey", {
  passkey: PasskeyAssertion,
})
export const LogOut = Schema.TaggedStruct("LogOut", {})
/** An e-mail address or a username, as typed; which of the two is the rules' to say. */
export const RequestPasswordReset = Schema.TaggedStruct("RequestPasswordReset", {
  identity: drop(typed, "dropped"),
})
/** Whether the link of a reset is of use. It stays as it is. */
export const CheckResetLink = Schema.TaggedStruct("CheckResetLink", { token: linkToken })
/** From an e-mailed link. `password` is the link's one-time old password, where it carries one. */
export const ResetPassword = Schema.TaggedStruct("ResetPassword", {
  token: linkToken,
  password: Schema.optionalKey(password),
  newPassword: password,
  repeatNewPassword: password,
})
export const ChangePassword = Schema.TaggedStruct("ChangePassword", {
  password,
  newPassword: password,
  repeatNewPassword: password,
})
/** Proof of who is at an open session: the present password, or a passkey used for that very command; one of them. */
const proof = {
  password: Schema.optionalKey(password),
  passkey: Schema.optionalKey(PasskeyAssertion),
}
const hasOneProof = Schema.makeFilter(
  (command: { readonly password?: unknown; readonly passkey?: unknown }) =>
    (command.password === undefined) !== (command.passkey === undefined),
)
/** The address changes once it is verified. */
export const ChangeEmail = Schema.TaggedStruct("ChangeEmail", {
  email,
  repeatEmail: email,
  ...proof,
}).check(hasOneProof)
/** The address that waits for its verification is not to be the member's. */
export const CancelEmailChange = Schema.TaggedStruct("CancelEmailChange", {})
export const ChangeUsername = Schema.TaggedStruct("ChangeUsername", {
  username: drop(typed, "dropped"),
  /** Whose limits hold: the prompt and the settings differ (AUTH-61, AUTH-62). */
  where: keep(Schema.Literals(["prompt", "settings"])),
})
/** Verifies the e-mail address by the token of the e-mailed link. */
export const Activate = Schema.TaggedStruct("Activate", {
  token: linkToken,
  fingerprint: Schema.optionalKey(fingerprint),
})
export const ResendActivation = Schema.TaggedStruct("ResendActivation", {})
/** `username` is the account that the member was shown. */
export const DeleteAccount = Schema.TaggedStruct("DeleteAccount", {
  username: drop(typed, "dropped"),
  ...proof,
}).check(hasOneProof)
/** Ends another open session of the same member. */
export const EndSession = Schema.TaggedStruct("EndSession", { sessionId: keep(OpenSessionId) })
/** A passkey was made, with options from POST /api/passkeys/registration; `name` is what the member calls it. */
export const RegisterPasskey = Schema.TaggedStruct("RegisterPasskey", {
  name: drop(typed, "dropped"),
  credential: PasskeyAttestation,
})
/** Asked for with proof: a passkey may prove its own removal. */
export const RemovePasskey = Schema.TaggedStruct("RemovePasskey", {
  id: token(CredentialId, (digest) => digest),
  ...proof,
}).check(hasOneProof)
/** Kept once, however often it is asked. */
export const AddFavourite = Schema.TaggedStruct("AddFavourite", {
  performerId: token(PerformerId, performerStandIn),
})
export const RemoveFavourite = Schema.TaggedStruct("RemoveFavourite", {
  performerId: token(PerformerId, performerStandIn),
})
export const VerifyAge = Schema.TaggedStruct("VerifyAge", {})
/** Reading only: prefetching is fine. Showing the wallet is the client fact `WalletOpened`. */
export const LoadWallet = Schema.TaggedStruct("LoadWallet", {
  walletId: Schema.optionalKey(keep(WalletId)),
})
export const OpenPaymentSession = Schema.TaggedStruct("OpenPaymentSession", {
  bundleId: keep(BundleId),
  /** `id`, or `id:subOptionId` where a sub-option was chosen. */
  paymentMethod: keep(Schema.String.check(Schema.isPattern(/^[^:]{1,128}(:[^:]{1,128})?$/u))),
  /** On the brand's own origin and a known path; the gateway refuses any other. */
  returnUrl: keep(Schema.String.check(Schema.isMaxLength(2_048))),
  device: keep(Device),
  fingerprint: Schema.optionalKey(fingerprint),
})
export const CheckPayment = Schema.TaggedStruct("CheckPayment", {
  sessionId: keep(PaymentSessionId),
})

const performerId = token(PerformerId, performerStandIn)
/** What is typed in a room. The gateway trims it and refuses what is too long or empty, with a fact. */
const roomText = drop(typed, "[dropped]")

/**
 * Whether this document can show the moving picture, as far as it knows. `true`: it tells by `PictureSeen` when the
 * picture moves, and no second before that is charged. `false`: what is paid for is refused. Absent: it tells nothing,
 * and is taken to see.
 */
const showsPicture = Schema.optionalKey(keep(Schema.Boolean))
/** Joining again what is joined already changes nothing. `vip` is joined after it was accepted. */
export const JoinRoom = Schema.TaggedStruct("JoinRoom", {
  performerId,
  mode: keep(JoinMode),
  /** Of a room that is paid for. */
  showsPicture,
})
export const LeaveRoom = Schema.TaggedStruct("LeaveRoom", {
  performerId,
  reason: Schema.optionalKey(keep(LeaveReason)),
})
export const SendRoomMessage = Schema.TaggedStruct("SendRoomMessage", {
  performerId,
  message: roomText,
  /** To everybody, or to the performer alone. Source: CHAT-32. */
  messageType: keep(Schema.Literals(["room", "host"])),
})
export const ChangeNickname = Schema.TaggedStruct("ChangeNickname", {
  performerId,
  nickname: drop(typed, "dropped"),
})
export const RequestVip = Schema.TaggedStruct("RequestVip", { performerId, showsPicture })
/** Ends a VIP session, or takes back the request for one. */
export const StopVip = Schema.TaggedStruct("StopVip", { performerId })
/** Outside of a room it reaches her all the same. */
export const SendTip = Schema.TaggedStruct("SendTip", {
  performerId,
  amount: keep(Credits),
  tipType: keep(Schema.Literals(TIP_TYPES)),
  /** May be empty. */
  message: roomText,
  isPublic: keep(Schema.Boolean),
})
/** One of the listed amounts, which say how strong and how long. */
export const SendToyTip = Schema.TaggedStruct("SendToyTip", {
  performerId,
  amount: keep(Credits),
})
export const StartCamBack = Schema.TaggedStruct("StartCamBack", { performerId })
export const StopCamBack = Schema.TaggedStruct("StopCamBack", { performerId })
/** The player shows no picture where there is one: told to the chat service. */
export const ReportPlayerFailure = Schema.TaggedStruct("ReportPlayerFailure", {
  performerId,
  failure: keep(Schema.Literals(PLAYER_FAILURES)),
})

export const Command = Schema.Union([
  Register,
  LogIn,
  LogInWithToken,
  LogInWithPasskey,
  LogOut,
  RequestPasswordReset,
  CheckResetLink,
  ResetPassword,
  ChangePassword,
  ChangeEmail,
  CancelEmailChange,
  ChangeUsername,
  Activate,
  ResendActivation,
  DeleteAccount,
  EndSession,
  RegisterPasskey,
  RemovePasskey,
  VerifyAge,
  AddFavourite,
  RemoveFavourite,
  LoadWallet,
  OpenPaymentSession,
  CheckPayment,
  JoinRoom,
  LeaveRoom,
  SendRoomMessage,
  ChangeNickname,
  RequestVip,
  StopVip,
  SendTip,
  SendToyTip,
  StartCamBack,
  StopCamBack,
  ReportPlayerFailure,
]).pipe(Schema.toTaggedUnion("_tag"))
export type Command = typeof Command.Type
export type CommandOf<Tag extends Command["_tag"]> = Extract<Command, { readonly _tag: Tag }>

export const CommandRequest = Schema.Struct({
  commandId: CommandId,
  visit: VisitId,
  command: Command,
}).annotate({ identifier: "CommandRequest" })
export type CommandRequest = typeof CommandRequest.Type
