/**
 * A passkey to a login token: who it is, the passkey says. Tries are counted before it is looked at and given back when
 * it was right, by address alone: until then no account is named, and whoever guesses passwords of one locks nobody out
 * of this way in.
 *
 * Invariant: a passkey that went while it was looked at, as with a password that is reset, opens nothing.
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
