/**
 * Finds the session that code runs for. Everything that a session begins (sockets, timers, promises, the library's too)
 * runs in its scope, so that an error that nobody handles is traced to its session and ends it alone.
 */
import { AsyncLocalStorage } from "node:async_hooks"

export interface SessionScope {
  /** Logs and counts the error, and ends the session. */
  readonly onError: (error: unknown) => void
}

const scopes = new AsyncLocalStorage<SessionScope>()

export const runInScope = <A>(scope: SessionScope, work: () => A): A => scopes.run(scope, work)

/** Undefined where the running code belongs to no session. */
export const currentScope = (): SessionScope | undefined => scopes.getStore()

/** Runs work later in the present scope. Node.js runs the events of an accepted connection in none. */
export const bindScope = (): (<A>(work: () => A) => A) => AsyncLocalStorage.snapshot()

/** Runs work in the scope; what it throws goes to the scope and not to the caller. */
export const runGuarded = (scope: SessionScope, work: () => void): void => {
  try {
    runInScope(scope, work)
  } catch (error) {
    scope.onError(error)
  }
}
