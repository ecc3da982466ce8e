/**
 * Tells whether an answer was overtaken: a slow `GET /credits` behind an `updated-credits` is stale and
 * is asked again (stream-protocol, "One ordered mailbox per member").
 *
 * A call takes a stamp before it is sent; every change of the balance moves the member's version on; an
 * answer whose stamp is old says nothing of the balance. Frames themselves are handled in arrival
 * order, so nothing else can be overtaken.
 */
import type { MemberId } from "@foldcast/contracts/ids"

export interface Stamp {
  readonly member: MemberId
  readonly version: number
}

export class Freshness {
  readonly #versions = new Map<MemberId, number>()
  #last = 0

  stamp(member: MemberId): Stamp {
    return { member, version: this.#versions.get(member) ?? 0 }
  }

  isFresh({ member, version }: Stamp): boolean {
    return (this.#versions.get(member) ?? 0) === version
  }

  touch(member: MemberId): void {
    this.#last += 1
    this.#versions.set(member, this.#last)
  }

  /** Members without a live visit are forgotten: nobody would receive the answer. */
  forget(isLive: (member: MemberId) => boolean): void {
    for (const member of this.#versions.keys()) if (!isLive(member)) this.#versions.delete(member)
  }
}
