/** A member as the database stores one, and as GET /basic-info answers. Pure. */
import { Schema } from "effect"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { sameKey } from "@foldcast/rules/names/same-key"

export const StoredMember = Schema.Struct({
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
  /** The pending address, and until when it is pending. */
  pending_email: Schema.NullOr(Schema.String),
  pending_email_until: Schema.NullOr(Schema.Date),
})
export type StoredMember = typeof StoredMember.Type

const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The address that is pending at that time; null where none is. */
export const pendingEmail = (
  { pending_email: email, pending_email_until: until }: StoredMember,
  at: number,
): string | null => (until !== null && until.getTime() > at ? email : null)

/** The site asks for a username while it is the e-mail address (AUTH-59), or is no longer fit for a room. */
export const basicInfo = (
  member: StoredMember,
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
