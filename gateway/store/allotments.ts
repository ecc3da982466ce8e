/**
 * Guests' sessions that a page was given and nothing has used yet. In memory: most pages of crawlers never
 * come back, and then nothing was written (docs/protocol.md, "Visits, owners, tabs").
 *
 * Invariant: at most MAX_ALLOTMENTS wait, none longer than ALLOTMENT_MS; the oldest go first.
 */
import type { OwnerId } from "../log/visit-header.ts"
import { ALLOTMENT_MS, MAX_ALLOTMENTS } from "../sessions/session-store.ts"

interface Allotment {
  readonly hash: string
  readonly at: number
}

export class Allotments {
  readonly #byOwner = new Map<OwnerId, Allotment>()
  readonly #byHash = new Map<string, OwnerId>()

  get size(): number {
    return this.#byOwner.size
  }

  add(owner: OwnerId, hash: string, now: number): void {
    this.#expire(now)
    const oldest = this.#byOwner.keys().next()
    if (this.#byOwner.size >= MAX_ALLOTMENTS && oldest.done !== true) this.#remove(oldest.value)
    this.#byOwner.set(owner, { hash, at: now })
    this.#byHash.set(hash, owner)
  }

  ownerOf(hash: string, now: number): OwnerId | undefined {
    const owner = this.#byHash.get(hash)
    const allotment = owner === undefined ? undefined : this.#byOwner.get(owner)
    return allotment === undefined || allotment.at + ALLOTMENT_MS <= now ? undefined : owner
  }

  has(owner: OwnerId, now: number): boolean {
    const allotment = this.#byOwner.get(owner)
    return allotment !== undefined && allotment.at + ALLOTMENT_MS > now
  }

  /** Hands out the digest of the owner's cookie, once. */
  take(owner: OwnerId, now: number): string | undefined {
    const allotment = this.#byOwner.get(owner)
    if (allotment === undefined) return undefined
    this.#remove(owner)
    return allotment.at + ALLOTMENT_MS <= now ? undefined : allotment.hash
  }

  #remove(owner: OwnerId): void {
    const allotment = this.#byOwner.get(owner)
    if (allotment === undefined) return
    this.#byOwner.delete(owner)
    this.#byHash.delete(allotment.hash)
  }

  #expire(now: number): void {
    for (const [owner, { at }] of this.#byOwner) {
      if (at + ALLOTMENT_MS > now) return
      this.#remove(owner)
    }
  }
}
