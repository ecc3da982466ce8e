/** What of a session is random or sealed: its owner and cookies, and the member in it. */
import { Option } from "effect"
import type { MemberId } from "@foldcast/contracts/ids"
import type { IdsShape } from "../ids.ts"
import type { OwnerId } from "../log/visit-header.ts"
import { COOKIE_BITS, cookieHash, OWNER_BITS } from "../sessions/cookie-value.ts"
import { IV_BITS, isSealedWith } from "../sessions/seal.ts"
import {
  memberIndex,
  memberIndexes,
  sealMember,
  type SessionKeys,
  unsealMember,
} from "../sessions/sealed-member.ts"
import { sealCall, unsealCall } from "../sessions/sealed-call.ts"
import type { CookieValue, SessionCall, SessionMember } from "../sessions/session-store.ts"
import type { HeldSession } from "./session-cache.ts"
import type { SealedMember, StoredSession } from "./session-rows.ts"

export interface StoredSessionsOptions {
  readonly keys: SessionKeys
  /** Milliseconds from the log-in of a member to the end of their session, however much it is used. */
  readonly longestMs: number
}

export class SessionSeals {
  readonly #ids: IdsShape
  readonly #keys: SessionKeys
  readonly #longestMs: number

  constructor(ids: IdsShape, { keys, longestMs }: StoredSessionsOptions) {
    this.#ids = ids
    this.#keys = keys
    this.#longestMs = longestMs
  }

  newCookie(): CookieValue {
    return this.#ids.token(COOKIE_BITS) as CookieValue
  }

  newOwner() {
    const owner = this.#ids.token(OWNER_BITS) as OwnerId
    const cookie = this.newCookie()
    return { owner, cookie, hash: cookieHash(cookie) }
  }

  /** Older secrets than the first are in use too. */
  get hasOlderSecrets(): boolean {
    return this.#keys.seal.length > 1
  }

  isSealedWithNewest(sealed: string): boolean {
    return isSealedWith(this.#keys.seal, sealed)
  }

  indexesOf(member: MemberId): ReadonlyArray<string> {
    return memberIndexes(this.#keys, member)
  }

  sealed(owner: OwnerId, member: SessionMember): Pick<SealedMember, "sealed" | "index"> {
    return {
      sealed: sealMember(this.#keys, owner, member, this.#ids.token(IV_BITS)),
      index: memberIndex(this.#keys, member.memberId),
    }
  }

  sealedCall(owner: OwnerId, call: SessionCall): string {
    return sealCall(this.#keys, owner, call, this.#ids.token(IV_BITS))
  }

  /** With all indexes under which the member may be found now. */
  sealedMember(owner: OwnerId, member: SessionMember): SealedMember {
    return { ...this.sealed(owner, member), indexes: this.indexesOf(member.memberId) }
  }

  /** Null where nobody can open the seal any more: that is no session. */
  opened(stored: StoredSession | null): HeldSession | null {
    if (stored === null) return null
    const { owner, member: sealed, ageChecked, renewedAt, startedAt, cookies } = stored
    if (sealed === null) {
      // A call that nobody can open any more is over for this browser; its session goes on.
      const call =
        stored.call === null ? null : Option.getOrNull(unsealCall(this.#keys, owner, stored.call))
      return { owner, member: null, call, ageChecked, renewedAt, cookies }
    }
    const member = Option.getOrNull(unsealMember(this.#keys, owner, sealed))
    if (member === null) return null
    const endsAt = (startedAt ?? renewedAt) + this.#longestMs
    const tokenExpiresAt = Math.min(member.tokenExpiresAt, endsAt)
    return {
      owner,
      member: { ...member, tokenExpiresAt },
      call: null,
      ageChecked,
      renewedAt,
      cookies,
    }
  }
}
