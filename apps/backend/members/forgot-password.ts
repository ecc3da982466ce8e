/**
 * A mail with a reset link, if there is such an account. The answer is the same either way: no label, no
 * status, no limit and no time that it takes tells who is a member, only how often one address may ask. An
 * account is mailed so often and no more, without a word about it.
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
