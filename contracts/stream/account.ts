/** Facts about a member's account: who they are, what changed, and what was refused. */
import { Schema } from "effect"
import { Label, MemberId, OpenSessionId } from "../ids.ts"
import { drop, keep, standIn, token } from "../sensitivity.ts"
import { Credits } from "../units.ts"
import { fact } from "./fact.ts"

const memberStandIn = standIn("m")
/** A per-capture token in the format of an id: the same member has the same token. */
const memberId = token(MemberId, (digest) => MemberId.make(memberStandIn(digest)))
/** A new member's username is the e-mail address, so usernames are tokens in captures. */
const username = token(Schema.String, (digest) => `user-${digest.slice(0, 8)}`)
const email = drop(Schema.String, "dropped@example.invalid")

/** A form field with an error, and the label of its message. */
export const FieldFault = Schema.Struct({ field: keep(Schema.String), label: keep(Label) })

export const MemberRegistered = fact("MemberRegistered", "visit", { memberId })
export const RegistrationRefused = fact("RegistrationRefused", "visit", {
  label: keep(Label),
  fields: Schema.Array(FieldFault),
})

export const LoggedIn = fact("LoggedIn", "owner", {
  memberId,
  username,
  verified: keep(Schema.Boolean),
})
export const LogInRefused = fact("LogInRefused", "visit", { label: keep(Label) })

export const LogOutReason = Schema.Literals([
  "requested",
  "expired",
  "forbidden",
  "replaced",
  "deleted",
])
export type LogOutReason = typeof LogOutReason.Type
export const LoggedOut = fact("LoggedOut", "owner", { reason: keep(LogOutReason) })

export const MemberLoaded = fact("MemberLoaded", "member", {
  username,
  capName: token(Schema.String, (digest) => `User-${digest.slice(0, 8)}`),
  email,
  verified: keep(Schema.Boolean),
  endUserText: drop(Schema.NullOr(Schema.String), null),
  lander: keep(Schema.NullOr(Schema.String)),
  showChangeUsername: keep(Schema.Boolean),
  /** Whether the welcome credits were granted before; absent where the upstream does not say. */
  welcomed: Schema.optionalKey(keep(Schema.Boolean)),
  /** The new address, until it is verified; absent where there is none. */
  pendingEmail: Schema.optionalKey(email),
})
export const MemberRefused = fact("MemberRefused", "visit", { label: keep(Label) })

/** The same fact whatever the upstream answered, so that it does not reveal whether the account exists. */
export const PasswordResetMailRequested = fact("PasswordResetMailRequested", "visit", {})
/** The reset link is valid for one password change. */
export const ResetLinkChecked = fact("ResetLinkChecked", "visit", {})
export const ResetLinkRefused = fact("ResetLinkRefused", "visit", { label: keep(Label) })
export const PasswordChanged = fact("PasswordChanged", "visit", {})
export const PasswordChangeRefused = fact("PasswordChangeRefused", "visit", { label: keep(Label) })
/** The new address waits for verification; the `MemberLoaded` that follows contains it. */
export const EmailChangeRequested = fact("EmailChangeRequested", "visit", {})
/** The pending address is withdrawn; the old one stays. */
export const EmailChangeCancelled = fact("EmailChangeCancelled", "visit", {})
/** The new address is verified; the `MemberLoaded` that follows contains it. */
export const EmailChanged = fact("EmailChanged", "visit", {})
export const EmailChangeCancelRefused = fact("EmailChangeCancelRefused", "visit", {
  label: keep(Label),
})
export const EmailChangeRefused = fact("EmailChangeRefused", "visit", { label: keep(Label) })
/** The `MemberLoaded` that follows contains the new name. */
export const UsernameChanged = fact("UsernameChanged", "visit", {})
export const UsernameChangeRefused = fact("UsernameChangeRefused", "visit", { label: keep(Label) })

/**
 * The e-mail address is verified. `credits` are the welcome credits granted, 0 where none were. `ofAnother`: the
 * link belongs to another account than the one logged in here, which stays logged in.
 */
export const ActivationSucceeded = fact("ActivationSucceeded", "visit", {
  credits: keep(Credits),
  ofAnother: Schema.optionalKey(keep(Schema.Literal(true))),
})
/** `verified`: the address was verified before. Any other label: the link is not valid any more. */
export const ActivationRefused = fact("ActivationRefused", "visit", { label: keep(Label) })
export const ActivationMailSent = fact("ActivationMailSent", "visit", {})
export const ActivationMailRefused = fact("ActivationMailRefused", "visit", { label: keep(Label) })

/** Followed by `LoggedOut` with reason `deleted` in every session of the member. */
export const AccountDeleted = fact("AccountDeleted", "visit", {})
export const AccountDeletionRefused = fact("AccountDeletionRefused", "visit", {
  label: keep(Label),
})

/** One of the member's sessions was ended from another session. */
export const SessionEnded = fact("SessionEnded", "member", {
  sessionId: token(OpenSessionId, (digest) => OpenSessionId.make(digest.slice(0, 22))),
})
export const SessionEndRefused = fact("SessionEndRefused", "visit", { label: keep(Label) })

/** A new passkey can log in to the account. GET /api/passkeys lists all of them. */
export const PasskeyRegistered = fact("PasskeyRegistered", "member", {})
export const PasskeyRegistrationRefused = fact("PasskeyRegistrationRefused", "visit", {
  label: keep(Label),
})
/** One passkey cannot log in any more. */
export const PasskeyRemoved = fact("PasskeyRemoved", "member", {})
export const PasskeyRemovalRefused = fact("PasskeyRemovalRefused", "visit", { label: keep(Label) })

/** The visitor's age was checked in this browser; this survives log-out. */
export const AgeVerified = fact("AgeVerified", "owner", {})
export const AgeVerificationRefused = fact("AgeVerificationRefused", "visit", {
  label: keep(Label),
})

export const accountFacts = [
  MemberRegistered,
  RegistrationRefused,
  LoggedIn,
  LogInRefused,
  LoggedOut,
  MemberLoaded,
  MemberRefused,
  PasswordResetMailRequested,
  ResetLinkChecked,
  ResetLinkRefused,
  PasswordChanged,
  PasswordChangeRefused,
  EmailChangeRequested,
  EmailChangeCancelled,
  EmailChangeCancelRefused,
  EmailChanged,
  EmailChangeRefused,
  UsernameChanged,
  UsernameChangeRefused,
  ActivationSucceeded,
  ActivationRefused,
  ActivationMailSent,
  ActivationMailRefused,
  AccountDeleted,
  AccountDeletionRefused,
  SessionEnded,
  SessionEndRefused,
  PasskeyRegistered,
  PasskeyRegistrationRefused,
  PasskeyRemoved,
  PasskeyRemovalRefused,
  AgeVerified,
  AgeVerificationRefused,
] as const
