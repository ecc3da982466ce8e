/**
 * A mutex over the browser's session cookie, held across all of its tabs. What changes who is in brings the next
 * cookie with its answer, a moment after its facts are told; whatever showed the cookie in between would be refused,
 * or would get a session of its own. So a change has the session for itself until its answer is here, and everything
 * else that shows the cookie waits for that.
 *
 * Invariant: bounded. An answer that does not come keeps nobody from trying.
 */

export interface SessionMutex {
  /** Runs alone. */
  readonly change: <A>(run: () => Promise<A>) => Promise<A>
  /** When nothing is changing the session. */
  readonly settled: () => Promise<void>
}

/** What of the browser's locks is used; null where it has none, and nobody waits. */
export type Locks = Pick<LockManager, "request"> | null

const NAME = "foldcast-session"
const WITHIN_MS = 5_000

export const makeSessionMutex = (locks: Locks, withinMs: number = WITHIN_MS): SessionMutex => {
  const hold = async <A>(mode: LockMode, run: () => Promise<A>): Promise<A> => {
    if (locks === null) return run()
    const held: { run: Promise<A> | null } = { run: null }
    const granted = () => (held.run = run())
    try {
      await locks.request(NAME, { mode, signal: AbortSignal.timeout(withinMs) }, granted)
    } catch {
      // Not granted in time, or `run` failed: what it came to is told below.
    }
    return held.run ?? run()
  }
  return {
    change: (run) => hold("exclusive", run),
    settled: () => hold("shared", () => Promise.resolve()),
  }
}
