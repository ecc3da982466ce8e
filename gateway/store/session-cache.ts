/**
 * Sessions as they lie in the store, opened and in memory: a page's session is looked up without asking the store's
 * thread.
 *
 * Invariants: what it holds is what the store answered last; bounded, those held longest go first.
 */
import type { OwnerId } from "../log/visit-header.ts"
import type { SessionCall, SessionMember } from "../sessions/session-store.ts"
import type { StoredCookie } from "./session-rows.ts"

/** Some 2 kB each: a token and a few cookies. */
const MAX_HELD = 20_000

export interface HeldSession {
  readonly owner: OwnerId
  readonly member: SessionMember | null
  readonly call: SessionCall | null
  readonly ageChecked: boolean
  readonly renewedAt: number
  readonly cookies: ReadonlyArray<StoredCookie>
}

export class SessionCache {
  readonly #byOwner = new Map<OwnerId, HeldSession>()
  readonly #ownerOf = new Map<string, OwnerId>()
  readonly #most: number

  constructor(most = MAX_HELD) {
    this.#most = most
  }

  byOwner(owner: OwnerId): HeldSession | undefined {
    return this.#byOwner.get(owner)
  }

  byCookie(hash: string): HeldSession | undefined {
    const owner = this.#ownerOf.get(hash)
    return owner === undefined ? undefined : this.#byOwner.get(owner)
  }

  hold(session: HeldSession): void {
    this.drop(session.owner)
    const [oldest] = this.#byOwner.keys()
    if (oldest !== undefined && this.#byOwner.size >= this.#most) this.drop(oldest)
    this.#byOwner.set(session.owner, session)
    for (const { hash } of session.cookies) this.#ownerOf.set(hash, session.owner)
  }

  drop(owner: OwnerId): void {
    for (const { hash } of this.#byOwner.get(owner)?.cookies ?? []) this.#ownerOf.delete(hash)
    this.#byOwner.delete(owner)
  }
}
