/** Facts of a member's account: who they are, and what was refused. */
import { Schema } from "effect"
import { Label, MemberId } from "../ids.ts"
import { drop, keep, token } from "../sensitivity.ts"
import { fact } from "./fact.ts"

/** A per-capture token in the shape of an id: the same member stays the same token. */
const memberId = token(MemberId, (digest) => MemberId.make(`m_${digest.slice(0, 22)}`))
/** A new member's username is the e-mail, so usernames are tokens in captures (catalogue). */
const username = token(Schema.String, (digest) => `user-${digest.slice(0, 8)}`)
const email = drop(Schema.String, "dropped@example.invalid")

/** Which form field is at fault, and the label of its message. */
export const FieldFault = Schema.Struct({ field: keep(Schema.String), label: keep(Label) })

export const MemberRegistered = fact("MemberRegistered", { v: 1, scope: "visit" }, { memberId })
export const RegistrationRefused = fact(
  "RegistrationRefused",
  { v: 1, scope: "visit" },
  { label: keep(Label), fields: Schema.Array(FieldFault) },
)

export const LoggedIn = fact(
  "LoggedIn",
  { v: 1, scope: "owner" },
  { memberId, username, verified: keep(Schema.Boolean) },
)
export const LogInRefused = fact("LogInRefused", { v: 1, scope: "visit" }, { label: keep(Label) })

export const LogOutReason = Schema.Literals([
  "requested",
  "expired",
  "forbidden",
  "replaced",
  "deleted",
])
export type LogOutReason = typeof LogOutReason.Type
export const LoggedOut = fact("LoggedOut", { v: 1, scope: "owner" }, { reason: keep(LogOutReason) })

export const MemberLoaded = fact(
  "MemberLoaded",
  { v: 1, scope: "member" },
  {
    username,
    capName: token(Schema.String, (digest) => `User-${digest.slice(0, 8)}`),
    email,
    verified: keep(Schema.Boolean),
    endUserText: drop(Schema.NullOr(Schema.String), null),
    lander: keep(Schema.NullOr(Schema.String)),
    showChangeUsername: keep(Schema.Boolean),
  },
)
export const MemberRefused = fact("MemberRefused", { v: 1, scope: "visit" }, { label: keep(Label) })

export const accountFacts = [
  MemberRegistered,
  RegistrationRefused,
  LoggedIn,
  LogInRefused,
  LoggedOut,
  MemberLoaded,
  MemberRefused,
] as const
