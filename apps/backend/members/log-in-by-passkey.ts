/**
 * A passkey to a login token: who it is, the passkey says. Tries are counted before it is looked at and given back when
 * it was right, by address alone: until then no account is named, and whoever guesses passwords of one locks nobody out
 * of this way in.
 */
import type { UsedPasskey } from "@foldcast/contracts/upstream/passkeys"
import { Effect, Option } from "effect"
import { AttemptLimits, type Try } from "./attempt-limits.ts"
import { noteLogIn } from "./log-in-notice.ts"
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
  const counted: Try = { limit: "failedLogInsPerAddress", address }
  yield* limits.take(counted)
  const { member_id } = yield* verifyUse(used, { purpose: "logIn", memberId: null })
  yield* limits.giveBack(counted)
  const present = yield* noteLogIn(member_id, agent)
  return Option.isNone(present)
    ? yield* passkeyFault("passkeyUnknown")
    : yield* (yield* Tokens).issue(present.value)
})
