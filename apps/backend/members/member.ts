/** A member as the database holds one, and as GET /basic-info tells. Pure. */
import { Schema } from "effect"
import type { BasicInfo } from "@foldcast/contracts/upstream/member-api"
import { Locale } from "@foldcast/contracts/units"
import { sameKey } from "@foldcast/rules/same-key"

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
})
export type Member = typeof Member.Type

const capitalised = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

/** The prompt for a name shows while the username is the e-mail (AUTH-59). */
export const basicInfo = (
  member: Member,
  { credits, welcomed }: { readonly credits: number; readonly welcomed: boolean },
): BasicInfo => ({
  username: member.username,
  capName: capitalised(member.username),
  email: member.email,
  credits,
  verified: member.verified,
  lander: member.lander,
  endUserText: member.end_user_text,
  showChangeUsername: sameKey(member.username) === sameKey(member.email),
  welcomed,
})
