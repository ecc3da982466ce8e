/**
 * Exchanges a passkey for a login token; the passkey names the member. Tries are counted before the check and given
 * back on success, by client address only: no account is known before, and guessing one account's passwords does not
 * block its passkeys.
 *
 * Invariant: a passkey that is removed during the check, such as by a password reset, logs nobody in.
 */
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { Effect, Option } from "effect"
import { SqlDatabase } from "../db/database.ts"
import { MailSender } from "../mail/mail-sender.ts"
import { AttemptLimits, type CountedTry } from "./attempt-limits.ts"
import { recordLogInWithin } from "./record-log-in.ts"
import { passkeyById } from "./passkey-store.ts"
import { passkeyFault, verifyUse } from "./passkey-verification.ts"
import { Tokens } from "./tokens.ts"

export interface LogInByPasskey {
  readonly used: UsedPasskey
  readonly address: string
  readonly agent: string | null
}

export const logInByPasskey = Effect.fn("members.logInByPasskey")(function* ({
  used,
  address,
  agent,
}: LogInByPasskey) {
  const limits = yield* AttemptLimits
  const counted: CountedTry = { limit: "failedLogInsPerAddress", address }
  yield* limits.take(counted)
  const { member_id, credential_id } = yield* verifyUse(used, { purpose: "logIn", memberId: null })
  yield* limits.giveBack(counted)
  const present = yield* (yield* SqlDatabase).transaction((queries) =>
    Effect.gen(function* () {
      const member = yield* recordLogInWithin(queries, member_id, agent)
      const isStillThere = Option.isSome(yield* passkeyById(queries, credential_id))
      return Option.isSome(member) && isStillThere
        ? member.value
        : yield* passkeyFault("passkeyUnknown")
    }),
  )
  yield* (yield* MailSender).wake
  return yield* (yield* Tokens).issue(present)
})
