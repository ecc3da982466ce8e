/**
 * Whose code runs: everything that a session begins (sockets, timers, promises, the library's own too) runs within
 * its scope, so that an error that nobody handles is traced to the session that it belongs to, and ends it alone.
 */
import { AsyncLocalStorage } from "node:async_hooks"

export interface SessionScope {
  /** Ends the session, once; the error is logged and counted. */
  readonly onError: (error: unknown) => void
}

const scopes = new AsyncLocalStorage<SessionScope>()

export const runInScope = <A>(scope: SessionScope, work: () => A): A => scopes.run(scope, work)

/** Undefined where what runs belongs to no session. */
export const currentScope = (): SessionScope | undefined => scopes.getStore()

/**
 * Runs work later as if it were begun here. A connection that a server has taken needs it: what comes over it is
 * nobody's for Node.js.
 */
export const bindScope = (): (<A>(work: () => A) => A) => AsyncLocalStorage.snapshot()

/** Within it; what throws there ends `scope` and nothing else. */
export const runGuarded = (scope: SessionScope, work: () => void): void => {
  try {
    runInScope(scope, work)
  } catch (error) {
    scope.onError(error)
  }
}
