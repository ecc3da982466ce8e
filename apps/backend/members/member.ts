/** A member as the database holds one, and as GET /basic-info tells. Pure. */
import { Schema } from "effect"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { sameKey } from "@foldcast/rules/names/same-key"

export const Member = Schema.Struct({
  id: Schema.String,
  email: Schema.String,
  username: Schema.String,
  verified: Schema.Boolean,
  deleted: Schema.Boolean,
  lang: Locale,
  lander: Schema.NullOr(Schema.String),
  end_user_text: Schema.NullOr(Schema.String),
  /** The id of the brand that the member registered with. */
  brand: Schema.String,
  token_version: Schema.Int,
  /** The address that waits for its verification, and how long it does. */
  pending_email: Schema.NullOr(Schema.String),
  pending_email_until: Schema.NullOr(Schema.Date),
})
export type Member = typeof Member.Type

const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The address that still waits at a time; null where none does. */
export const pendingEmail = (
  { pending_email: email, pending_email_until: until }: Member,
  at: number,
): string | null => (until !== null && until.getTime() > at ? email : null)

/** The prompt for a name shows while the username is the e-mail (AUTH-59), or is fit for no room any more. */
export const basicInfo = (
  member: Member,
  {
    credits,
    welcomed,
    isNameFit,
    at,
  }: {
    readonly credits: number
    readonly welcomed: boolean
    readonly isNameFit: boolean
    readonly at: number
  },
): BasicInfo => {
  const pending = pendingEmail(member, at)
  return {
    username: member.username,
    capName: capitalised(member.username),
    email: member.email,
    credits,
    verified: member.verified,
    lander: member.lander,
    endUserText: member.end_user_text,
    showChangeUsername: !isNameFit || sameKey(member.username) === sameKey(member.email),
    welcomed,
    ...(pending !== null && { pendingEmail: pending }),
  }
}
