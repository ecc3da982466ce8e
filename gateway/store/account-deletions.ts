/**
 * Members whose account is being deleted: written down before the upstream is asked, taken out when
 * nothing of them is left here. What a gateway was doing when it died is found here again.
 *
 * Invariants: what `begin` answered is durable; a member lies here sealed, with the token that tells whether the
 * account is gone.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import { GatewayConfig } from "../config.ts"
import { Ids } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { IV_BITS } from "../sessions/seal.ts"
import {
  memberIndex,
  memberIndexes,
  sealMember,
  sessionKeys,
  unsealMember,
} from "../sessions/sealed-member.ts"
import type { SessionMember } from "../sessions/session-store.ts"
import { DurableStore, type StoreFailed } from "./durable-store.ts"

/** The account deletions cannot be read or written: no account is deleted now. */
export class AccountDeletionsUnavailable extends Schema.TaggedError<AccountDeletionsUnavailable>()(
  "AccountDeletionsUnavailable",
  { operation: Schema.String, detail: Schema.String },
) {
  override get message() {
    return `the account deletions failed at ${this.operation}: ${this.detail}`
  }
}

export interface AccountDeletionsShape {
  /** Written anew where the member was leaving before. */
  readonly begin: (member: SessionMember) => Effect.Effect<void, AccountDeletionsUnavailable>
  readonly end: (member: MemberId) => Effect.Effect<void, AccountDeletionsUnavailable>
  /** Those whose seal nobody can open any more are left out: their term ends with their visits'. */
  readonly pending: Effect.Effect<ReadonlyArray<SessionMember>, AccountDeletionsUnavailable>
}

const unavailable = ({ operation, detail }: StoreFailed) =>
  new AccountDeletionsUnavailable({ operation, detail })

/** What a seal is bound to in place of an owner: it opens nowhere else. */
const BOUND_TO = "departure" as OwnerId

export class AccountDeletions extends Context.Service<AccountDeletions, AccountDeletionsShape>()(
  "gateway/AccountDeletions",
) {
  static readonly layer = Layer.effect(
    AccountDeletions,
    Effect.gen(function* () {
      const ids = yield* Ids
      const store = yield* DurableStore
      const keys = sessionKeys((yield* GatewayConfig).sessionSecrets)
      return AccountDeletions.of({
        begin: (leaving) =>
          Effect.suspend(() => {
            const member = sealMember(keys, BOUND_TO, leaving, ids.token(IV_BITS))
            const index = memberIndex(keys, leaving.memberId)
            return store.ask("accountDeletions", "begin", { index, member })
          }).pipe(Effect.mapError(unavailable)),
        end: (member) =>
          store
            .ask("accountDeletions", "end", { indexes: memberIndexes(keys, member) })
            .pipe(Effect.mapError(unavailable)),
        pending: store.ask("accountDeletions", "pending", {}).pipe(
          Effect.map((sealed) =>
            sealed.flatMap((text) => Option.toArray(unsealMember(keys, BOUND_TO, text))),
          ),
          Effect.mapError(unavailable),
        ),
      })
    }),
  )
}
