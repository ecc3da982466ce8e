/** A session's call as stored on disk: sealed, and bound to its owner. Pure. */
import { Option, Redacted, Schema } from "effect"
import { IvrSessionId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { seal, unseal } from "./seal.ts"
import type { SessionKeys } from "./sealed-member.ts"
import type { SessionCall } from "./session-store.ts"

const StoredCall = Schema.fromJsonString(
  Schema.Struct({
    session: IvrSessionId,
    username: Schema.String,
    token: Schema.String,
    state: Schema.Literals(["pending", "in_call"]),
  }),
)
const decode = Schema.decodeOption(StoredCall)
const encode = Schema.encodeSync(StoredCall)

/** Not the place of the same owner's member: neither can stand for the other. */
const placeOf = (owner: OwnerId) => `${owner} call`

export const sealCall = (
  keys: SessionKeys,
  owner: OwnerId,
  call: SessionCall,
  iv: string,
): string =>
  seal(keys.seal, placeOf(owner), encode({ ...call, token: Redacted.value(call.token) }), iv)

/** None where it was sealed with a secret no longer in use, damaged, or moved from another owner. */
export const unsealCall = (
  keys: SessionKeys,
  owner: OwnerId,
  sealed: string,
): Option.Option<SessionCall> =>
  unseal(keys.seal, placeOf(owner), sealed).pipe(
    Option.flatMap(decode),
    Option.map((stored) => ({ ...stored, token: Redacted.make(stored.token) })),
  )
