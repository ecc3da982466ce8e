/**
 * Errors that nobody handled: the process goes on where one belongs to a session, which ends by it (session-scope.ts),
 * and after a rejection in any case; each is logged and counted, for each is a mistake of ours. Callers: media.ts, which
 * has the log; main.ts, which has the process.
 */
import type { SessionSeen } from "./engine/media-engine.ts"
import { currentScope } from "./engine/session-scope.ts"

/** No more than where it was thrown: what a client sent is not in it. */
export interface ErrorLine {
  readonly sentence: string
  readonly error: string
  readonly session?: string
}

const LONGEST = 2_000

const textOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, LONGEST)

export class UnhandledErrors {
  readonly #log: (line: ErrorLine) => void
  #count = 0

  constructor(log: (line: ErrorLine) => void) {
    this.#log = log
  }

  get count(): number {
    return this.#count
  }

  ofSession({ id }: Pick<SessionSeen, "id">, error: unknown): void {
    this.#heard({ sentence: "a session ends by an error", error: textOf(error), session: id })
  }

  ofNobody(error: unknown): void {
    this.#heard({ sentence: "nobody handled an error", error: textOf(error) })
  }

  #heard(line: ErrorLine): void {
    this.#count += 1
    this.#log(line)
  }
}

/** For the process, from now on. */
export const catchUnhandled = (errors: UnhandledErrors): void => {
  process.on("unhandledRejection", (error) => {
    const scope = currentScope()
    if (scope === undefined) errors.ofNobody(error)
    else scope.broke(error)
  })
  process.on("uncaughtException", (error) => {
    const scope = currentScope()
    if (scope !== undefined) {
      scope.broke(error)
      return
    }
    // What it left undone is unknown, so whoever started this process starts it again.
    errors.ofNobody(error)
    process.exit(1)
  })
}
