/**
 * The closed lists of words in refusals of the member API and the performer service: labels, fields, and their
 * labels. Facts and captures keep these words. An unlisted word may contain personal data, an address or a name, so
 * the gateway drops it.
 */
import { COMMON_PASSWORD } from "../common-password.ts"
import { LIMIT_REACHED, SPENDING_PAUSED } from "../spending.ts"
import { NO_IVR_SESSION_LABEL, WRONG_PIN_LABEL } from "../phone.ts"
import { ROOM_LABELS } from "./chat-service.ts"
import { WITHDRAWAL_OVER, WITHDRAWAL_SPENT } from "../withdrawal.ts"
import {
  ACTIVATION_VERIFIED_LABEL,
  KEY_REFUSED_LABEL,
  LINK_LABELS,
  LOGIN_LABELS,
  MEMBER_GONE_LABEL,
  TOKEN_REFUSED_LABEL,
} from "./member-api.ts"
import { KEY_CLOSED_LABEL, NOT_INVOLVED_LABEL, PICTURE_LABELS } from "./messenger-api.ts"
import { PASSKEY_LABELS } from "./passkeys.ts"

/** Replaces an unlisted label; screens show their general text for it. */
export const UNLISTED_LABEL = "unlisted"

/** Faults of a single field. */
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
  /** A name that belongs to a performer, or looks like one. */
  "lookalike",
  "sameAs",
  "sameAsOld",
  "unknown",
  "exists",
] as const

/** Faults of the whole request. */
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
  "message",
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
  // For a log-in that does not disclose accounts, and for a refusal without a cause of its own.
  "invalidLogin",
  "undefined",
  ...LINK_LABELS,
  ...PASSKEY_LABELS,
  ...ROOM_LABELS,
  NOT_INVOLVED_LABEL,
  KEY_CLOSED_LABEL,
  ...PICTURE_LABELS,
  COMMON_PASSWORD,
  SPENDING_PAUSED,
  WITHDRAWAL_OVER,
  WITHDRAWAL_SPENT,
  WRONG_PIN_LABEL,
  NO_IVR_SESSION_LABEL,
  "badRequest.membersOnly",
  ...Object.values(LIMIT_REACHED),
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
