/**
 * Errors that nobody handled, as the engine has them: where one belongs to a session (session-scope.ts), that
 * session ends by it alone; each is counted, and told without its words, so many a minute. What is nobody's is told
 * as in every process (settings/uncaught-errors.ts). Each is a mistake of ours.
 */
import {
  describedError,
  linesOfMinute,
  type DescribedError,
  type UncaughtListener,
} from "@foldcast/settings/uncaught-errors"
import type { SessionInfo } from "./engine/media-engine.ts"
import { currentScope } from "./engine/session-scope.ts"

/** No more than where it was thrown: what a client sent is not in it. */
export interface ErrorLine extends DescribedError {
  readonly session: string
}

export class UnhandledErrors implements Omit<UncaughtListener, "told"> {
  readonly #log: (line: ErrorLine) => void
  readonly #mayTell = linesOfMinute()
  #count = 0

  constructor(log: (line: ErrorLine) => void) {
    this.#log = log
  }

  get count(): number {
    return this.#count
  }

  ofSession({ id }: Pick<SessionInfo, "id">, error: unknown): void {
    this.#count += 1
    if (this.#mayTell()) this.#log({ session: id, ...describedError(error) })
  }

  readonly counted = (): void => {
    this.#count += 1
  }

  readonly owner = () => currentScope()?.onError
}
