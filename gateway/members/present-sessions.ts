/**
 * The present sessions of each member, and which token to use upstream. A token belongs to one session: when that
 * session leaves, another one's token must serve, and an expired token ends only its own session.
 *
 * Has no I/O. Invariant: an owner is present for one member at most.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { SessionMember } from "../sessions/session-store.ts"

export interface PresentSession {
  readonly owner: OwnerId
  readonly member: SessionMember
}

export class PresentSessions {
  readonly #byMember = new Map<MemberId, Map<OwnerId, PresentSession>>()

  enter(session: PresentSession): void {
    const { memberId } = session.member
    const known = this.#byMember.get(memberId)
    if (known === undefined) this.#byMember.set(memberId, new Map([[session.owner, session]]))
    else known.set(session.owner, session)
  }

  leave(member: MemberId, owner: OwnerId): void {
    const known = this.#byMember.get(member)
    if (known?.delete(owner) === true && known.size === 0) this.#byMember.delete(member)
  }

  /** The session whose token lasts longest; null where no token is valid. */
  withLongestToken(member: MemberId, now: number): PresentSession | null {
    let withLongestToken: PresentSession | null = null
    for (const present of this.#byMember.get(member)?.values() ?? []) {
      const until = present.member.tokenExpiresAt
      if (until > now && until > (withLongestToken?.member.tokenExpiresAt ?? 0))
        withLongestToken = present
    }
    return withLongestToken
  }

  ofMember(member: MemberId): ReadonlyArray<PresentSession> {
    return [...(this.#byMember.get(member)?.values() ?? [])]
  }

  all(): ReadonlyArray<PresentSession> {
    return [...this.#byMember.values()].flatMap((known) => [...known.values()])
  }
}
