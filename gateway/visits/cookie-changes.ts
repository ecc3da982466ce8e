/**
 * The last cookie change of each session, by a log-in or a new password: the command that made it, and what the old
 * value still opens. Another person may hold a copy of the old value, so while it retires it only repeats this one
 * command and opens this one visit (docs/decisions/0022-a-log-in-cuts-what-the-old-cookie-opened.md).
 *
 * In memory: after a restart the old value opens nothing. Time is an argument.
 */
import { Context, Layer } from "effect"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { LiveVisit } from "./registry.ts"
import { RETIRING_MS } from "../sessions/session-store.ts"

export interface CookieChange {
  readonly command: CommandId
  /** The visit that the old value still opens; null where it opens none. */
  readonly opens: VisitId | null
}

/** Whether this key proves the document that the visit began with. A visit without a key accepts any. */
export const holdsKey = (visit: Pick<LiveVisit, "key">, key: string | null): boolean =>
  visit.key === null || visit.key === key

export class CookieChangeTable {
  /** In the order of expiry. */
  readonly #last = new Map<OwnerId, CookieChange & { readonly until: number }>()

  add(owner: OwnerId, { command, opens }: CookieChange, now: number): void {
    this.#forget(now)
    this.#last.delete(owner)
    this.#last.set(owner, { command, opens, until: now + RETIRING_MS })
  }

  /** Undefined where no change is known. */
  last(owner: OwnerId, now: number): CookieChange | undefined {
    const change = this.#last.get(owner)
    return change !== undefined && change.until > now ? change : undefined
  }

  /** Whether the old value, together with this key, still opens the visit. */
  opens(visit: LiveVisit | undefined, key: string | null, now: number): boolean {
    return (
      visit !== undefined &&
      this.last(visit.owner, now)?.opens === visit.visit &&
      holdsKey(visit, key)
    )
  }

  get size(): number {
    return this.#last.size
  }

  #forget(now: number): void {
    for (const [owner, { until }] of this.#last) {
      if (until > now) return
      this.#last.delete(owner)
    }
  }
}

export class CookieChanges extends Context.Service<CookieChanges, CookieChangeTable>()(
  "gateway/CookieChanges",
) {
  static readonly layer = Layer.sync(CookieChanges, () => new CookieChangeTable())
}
