/**
 * A session's member as stored on disk: sealed, bound to its owner, and found by a keyed digest of the member's id.
 * Pure.
 */
import { createHmac } from "node:crypto"
import { Option, Redacted, Schema } from "effect"
import { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import { deriveKeys, type DerivedKeys, seal, unseal } from "./seal.ts"
import type { SessionMember } from "./session-store.ts"

export interface SessionKeys {
  readonly seal: DerivedKeys
  readonly memberIndex: DerivedKeys
}

export const sessionKeys = (secrets: Parameters<typeof deriveKeys>[0]): SessionKeys => ({
  seal: deriveKeys(secrets, "session seal"),
  memberIndex: deriveKeys(secrets, "session member index"),
})

const StoredMember = Schema.fromJsonString(
  Schema.Struct({
    memberId: MemberId,
    username: Schema.String,
    verified: Schema.Boolean,
    token: Schema.String,
    tokenExpiresAt: Schema.Finite,
  }),
)
const decode = Schema.decodeOption(StoredMember)
const encode = Schema.encodeSync(StoredMember)

export const sealMember = (
  keys: SessionKeys,
  owner: OwnerId,
  member: SessionMember,
  iv: string,
): string => seal(keys.seal, owner, encode({ ...member, token: Redacted.value(member.token) }), iv)

/** None where it was sealed with a secret no longer in use, damaged, or moved from another owner. */
export const unsealMember = (
  keys: SessionKeys,
  owner: OwnerId,
  sealed: string,
): Option.Option<SessionMember> =>
  unseal(keys.seal, owner, sealed).pipe(
    Option.flatMap(decode),
    Option.map((stored) => ({ ...stored, token: Redacted.make(stored.token) })),
  )

const digest = (key: Uint8Array, member: MemberId) =>
  createHmac("sha256", key).update(member).digest("base64url")

export const memberIndex = (keys: SessionKeys, member: MemberId): string =>
  digest(keys.memberIndex[0].key, member)

/** One index per key in use, since a row keeps the index it was written with. */
export const memberIndexes = (keys: SessionKeys, member: MemberId): ReadonlyArray<string> =>
  keys.memberIndex.map(({ key }) => digest(key, member))
