/**
 * Errors that nobody handled. One that belongs to a session (engine/session-scope.ts) ends that session alone. Each is
 * counted, and logged without its message, so many a minute; those of no session are logged as in every process
 * (settings/uncaught-errors.ts). Each is a mistake in the engine.
 */
import {
  describedError,
  linesOfMinute,
  type DescribedError,
  type UncaughtListener,
} from "@foldcast/settings/uncaught-errors"
import type { SessionInfo } from "./engine/media-engine.ts"
import { currentScope } from "./engine/session-scope.ts"

/** Where the error was thrown, without its message: that may quote what a client sent. */
export interface ErrorLine extends DescribedError {
  readonly session: string
}

export class UnhandledErrors implements Omit<UncaughtListener, "told"> {
  readonly #log: (line: ErrorLine) => void
  readonly #mayLog = linesOfMinute()
  #count = 0

  constructor(log: (line: ErrorLine) => void) {
    this.#log = log
  }

  get count(): number {
    return this.#count
  }

  ofSession({ id }: Pick<SessionInfo, "id">, error: unknown): void {
    this.#count += 1
    if (this.#mayLog()) this.#log({ session: id, ...describedError(error) })
  }

  readonly counted = (): void => {
    this.#count += 1
  }

  readonly owner = () => currentScope()?.onError
}
