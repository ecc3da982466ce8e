/**
 * Mails a reset link if there is such an account. Label, status, limits and time of the answer are the same either
 * way, so they do not tell who is a member; only requests per client address are limited visibly. Mails per account
 * are limited silently.
 */
import { Effect } from "effect"
import { trimmedEmail } from "@foldcast/rules/email"
import { trimmedUsername } from "@foldcast/rules/username"
import { AttemptLimits } from "./attempt-limits.ts"
import { ResetRequests } from "./reset-requests.ts"

export type PasswordResetRequest = ({ readonly email: string } | { readonly username: string }) & {
  readonly address: string
}

export const forgotPassword = Effect.fn("members.forgotPassword")(function* (
  asking: PasswordResetRequest,
) {
  const { address } = asking
  yield* (yield* AttemptLimits).take({ limit: "passwordResetsPerAddress", address })
  yield* (yield* ResetRequests).ask(
    "email" in asking
      ? { email: trimmedEmail(asking.email) }
      : { username: trimmedUsername(asking.username) },
  )
})
