/**
 * The member API by request and acknowledgement of a socket, in place of HTTP: the namespace `/api` of the server that
 * has the member socket, opened with `{key}` alone and refused with `apiKeyRefused`. The name of an event is the method
 * of the call, its payload a `MemberApiRequest`, its acknowledgement a `MemberApiAnswer`. Calls, answers and refusals
 * are those of HTTP (member-api-calls.ts).
 */
import { Schema } from "effect"
import { Locale } from "../units.ts"

export const MEMBER_API_NAMESPACE = "/api"

export const MEMBER_API_METHODS = ["GET", "POST", "PUT", "DELETE"] as const
export type MemberApiMethod = (typeof MEMBER_API_METHODS)[number]

/** What a header of HTTP can hold. */
const HeaderText = Schema.String.check(Schema.isPattern(/^[\t -~\u0080-\u00ff]*$/u))

export const MemberApiRequest = Schema.Struct({
  /** Percent-encoded as in a URL, without the query: `/payment/session/ps_1`. */
  path: Schema.String.check(Schema.isPattern(/^\/[!$-;=@-Z_a-z~]*$/u)),
  query: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  body: Schema.optionalKey(Schema.Unknown),
  key: HeaderText,
  /** The member's bearer token. */
  token: Schema.optionalKey(HeaderText),
  lang: Locale,
  noNude: Schema.Boolean,
  /** The browser's address, for the upstream's own limits. */
  clientAddress: Schema.optionalKey(HeaderText),
  /** The browser's user agent, for the upstream's notice of an unknown browser. */
  clientAgent: Schema.optionalKey(HeaderText),
}).annotate({ identifier: "MemberApiRequest" })
export type MemberApiRequest = typeof MemberApiRequest.Type

export const MemberApiAnswer = Schema.Struct({
  /** As of HTTP: any but 200 is a rejection. */
  status: Schema.Int.check(Schema.isBetween({ minimum: 100, maximum: 599 })),
  body: Schema.optionalKey(Schema.Unknown),
  /** The upstream's time, in milliseconds since 1970. */
  at: Schema.Int,
}).annotate({ identifier: "MemberApiAnswer" })
export type MemberApiAnswer = typeof MemberApiAnswer.Type
