/**
 * The words that a refusal of the member API and of the performer service may use: its label, the fields it names,
 * their labels. Facts and captures keep them as they are, so the lists are closed: a word that is not here may hold
 * anything, an address or a name, and goes no further than the gateway's border.
 */
import { COMMON_PASSWORD } from "../common-password.ts"
import { ROOM_LABELS } from "./chat-service.ts"
import {
  ACTIVATION_VERIFIED_LABEL,
  KEY_REFUSED_LABEL,
  LINK_LABELS,
  LOGIN_LABELS,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "./member-api.ts"
import { PASSKEY_LABELS } from "./passkeys.ts"

/** Stands for a label that is not listed: screens have their general text for it. */
export const UNLISTED_LABEL = "unlisted"

/** What is wrong with one field. */
const FAULTS = [
  "required",
  "invalid",
  "malformed",
  "tooShort",
  "tooLong",
  "tooYoung",
  "whitespace",
  "noNumbers",
  "noLetters",
  "characters",
  "forbidden",
  /** A name that is a performer's, or looks like one. */
  "lookalike",
  "sameAs",
  "sameAsOld",
  "unknown",
  "exists",
] as const

/** What the whole is refused for. */
const CAUSES = [
  "body",
  "parameter",
  "query",
  "limit",
  "maxLength",
  "dimension",
  "registration",
  "email",
  "password",
  "username",
  "name",
  "usernameExists",
  "performerId",
  "tooMany",
  "bundle",
  "paymentMethod",
  "returnUrl",
] as const

export const REFUSAL_LABELS: ReadonlySet<string> = new Set<string>([
  UNLISTED_LABEL,
  KEY_REFUSED_LABEL,
  TOKEN_REFUSED_LABEL,
  MEMBER_GONE_LABEL,
  ACTIVATION_VERIFIED_LABEL,
  "badRequest.activation.expired",
  "badRequest.activation.used",
  ...LOGIN_LABELS,
  // Of a log-in where accounts are not disclosed, and of what has no cause of its own.
  "invalidLogin",
  "undefined",
  ...LINK_LABELS,
  ...PASSKEY_LABELS,
  ...ROOM_LABELS,
  COMMON_PASSWORD,
  "emailExists",
  "usernameExists",
  "tooManyAttempts",
  "notFound",
  "notFound.wallet",
  "tooLarge",
  "unsupportedMediaType",
  "unavailable",
  ...FAULTS,
  ...[...FAULTS, ...CAUSES].map((cause) => `badRequest.${cause}`),
])

export const REFUSAL_FIELDS: ReadonlySet<string> = new Set([
  "email",
  "repeatEmail",
  "password",
  "newPassword",
  "repeatNewPassword",
  "username",
  "name",
  "birthday",
  "termsAccepted",
  "performerId",
  "bundle",
  "paymentMethod",
  "returnUrl",
])
