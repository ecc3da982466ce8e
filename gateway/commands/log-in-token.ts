/**
 * What a log-in asks for the upstream's token with, what it is counted under, and what the answer makes of it. Pure.
 *
 * Invariant: a token stands in no fact and in no log.
 */
import { Option, Redacted } from "effect"
import { LOGIN_LABELS } from "@foldcast/contracts/upstream/member-api"
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { trimmedEmail } from "@foldcast/rules/email"
import { trimmedPassword } from "@foldcast/rules/password"
import { rateKeyOf } from "@foldcast/limits/rate-key"
import { sameKey } from "@foldcast/rules/names/same-key"
import type { GatewayConfigShape } from "../config.ts"
import { UNAVAILABLE } from "../normalise/call-failure.ts"
import type { CallFailure } from "../upstream/frame.ts"
import type { CommandContext } from "./handler.ts"
import { readToken, type TokenContent } from "./upstream-token.ts"

export type Credentials =
  | { readonly email: string; readonly password: string }
  /** The single-use token of a link. */
  | { readonly token: string }
  | { readonly passkey: UsedPasskey }

export type Token = {
  readonly _tag: "Token"
  readonly token: Redacted.Redacted
  readonly content: TokenContent
}

export type NoToken =
  | { readonly _tag: "Refused"; readonly failure: CallFailure }
  /** By the gateway: it did not ask, or cannot use what was answered. */
  | { readonly _tag: "Declined"; readonly label: string }

export type TokenAnswer = Token | NoToken

/** A token that cannot be read is no answer that anybody can use. */
export const tokenAnswer = (token: string): TokenAnswer =>
  Option.match(readToken(token), {
    onNone: () => ({ _tag: "Declined", label: UNAVAILABLE }),
    onSome: (content) => ({ _tag: "Token", token: Redacted.make(token), content }),
  })

/**
 * For a command whose token may have been used up before the gateway died: the session it was stored in then, which
 * only the cookie before it asks for again. Null where it was not stored.
 */
export const storedToken = ({
  interrupted,
  session: { cookie, member },
}: CommandContext): Token | null =>
  interrupted && cookie === "retiring" && member !== null
    ? {
        _tag: "Token",
        token: member.token,
        content: { memberId: member.memberId, expiresAt: member.tokenExpiresAt },
      }
    : null

/** The body of POST /login. */
export const logInBody = (credentials: Credentials) =>
  "email" in credentials
    ? {
        email: trimmedEmail(credentials.email),
        password: trimmedPassword(credentials.password),
      }
    : credentials

/** Links are counted apart: whoever follows bad ones keeps nobody behind the same address from logging in. */
export const attemptKeys = (credentials: Credentials, clientAddress: string) => {
  const address = rateKeyOf(clientAddress)
  if ("token" in credentials) return { refusedLinksPerAddress: address }
  return "email" in credentials
    ? { failedLogInsPerAddress: address, failedLogInsPerAccount: sameKey(credentials.email) }
    : { failedLogInsPerAddress: address }
}

/** One text for every account that cannot be entered. */
const GENERIC_LABEL = "invalidLogin"

const isAboutAccount = ({ label }: { readonly label: string | null }) =>
  label !== null && (LOGIN_LABELS as ReadonlyArray<string>).includes(label)

/** What is told of a refusal: under `generic` not which of its causes it was. */
export const disclosedFailure = (
  failure: CallFailure,
  accountDisclosure: GatewayConfigShape["accountDisclosure"],
): CallFailure =>
  accountDisclosure === "generic" && failure._tag === "Refused" && isAboutAccount(failure)
    ? { ...failure, label: GENERIC_LABEL }
    : failure
