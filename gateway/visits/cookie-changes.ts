/**
 * The last change of each session's cookie, by a log-in or by another password: which command made it, and
 * what the value before it still opens. Somebody else may hold that value too, so while it retires it
 * repeats this one command and opens this one visit (docs/decisions/0022-a-log-in-cuts-what-the-old-cookie-opened.md).
 *
 * In memory: after a restart the value before opens nothing. Time is an argument.
 */
import { Context, Layer } from "effect"
import type { CommandId, VisitId } from "@foldcast/contracts/ids"
import type { OwnerId } from "../log/visit-header.ts"
import type { LiveVisit } from "./registry.ts"
import { RETIRING_MS } from "../sessions/session-store.ts"

export interface CookieChange {
  readonly command: CommandId
  /** The visit that the value before still opens; null where it opens none. */
  readonly opens: VisitId | null
}

/** Whether whoever shows this key is the document that the visit began with: one that told none has none. */
export const holdsKey = (visit: Pick<LiveVisit, "key">, key: string | null): boolean =>
  visit.key === null || visit.key === key

export class CookieChangeTable {
  /** In the order in which they end. */
  readonly #last = new Map<OwnerId, CookieChange & { readonly until: number }>()

  add(owner: OwnerId, { command, opens }: CookieChange, now: number): void {
    this.#forget(now)
    this.#last.delete(owner)
    this.#last.set(owner, { command, opens, until: now + RETIRING_MS })
  }

  /** Undefined where none is known of. */
  last(owner: OwnerId, now: number): CookieChange | undefined {
    const change = this.#last.get(owner)
    return change !== undefined && change.until > now ? change : undefined
  }

  /** Whether the value before the last change still opens this visit, for whoever shows this key. */
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
