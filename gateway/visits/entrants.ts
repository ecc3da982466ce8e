/**
 * Which sessions of a member are here, and whose token speaks for them upstream. A token is one
 * session's: when that session leaves, another one's must serve, and a token that has run out ends its
 * own session and no other.
 *
 * Called by visits/member-presence.ts. Pure but for what it remembers. Invariant: an owner is here as one
 * member at most.
 */
import type { MemberId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/event-log.ts"
import type { SessionMember } from "../sessions/session-store.ts"

export interface Entrant {
  readonly owner: OwnerId
  readonly member: SessionMember
}

export class Entrants {
  readonly #byMember = new Map<MemberId, Map<OwnerId, Entrant>>()

  /** The session is here; its token is the newest it has. */
  enter(entrant: Entrant): void {
    const { memberId } = entrant.member
    const known = this.#byMember.get(memberId)
    if (known === undefined) this.#byMember.set(memberId, new Map([[entrant.owner, entrant]]))
    else known.set(entrant.owner, entrant)
  }

  leave(member: MemberId, owner: OwnerId): void {
    const known = this.#byMember.get(member)
    if (known?.delete(owner) === true && known.size === 0) this.#byMember.delete(member)
  }

  /** The one whose token lasts longest; null where nobody's serves any more. */
  speaker(member: MemberId, now: number): Entrant | null {
    let speaker: Entrant | null = null
    for (const entrant of this.#byMember.get(member)?.values() ?? []) {
      const until = entrant.member.tokenExpiresAt
      if (until > now && until > (speaker?.member.tokenExpiresAt ?? 0)) speaker = entrant
    }
    return speaker
  }

  all(): ReadonlyArray<Entrant> {
    return [...this.#byMember.values()].flatMap((known) => [...known.values()])
  }
}
