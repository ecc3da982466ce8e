/** A failed command: one sentence for people, one exit code for scripts. */
export const EXIT_USAGE = 2

export class Failure extends Error {
  readonly exitCode: number

  /** The default code means wrong usage, or an external service that could not be reached. */
  constructor(sentence: string, exitCode: number = EXIT_USAGE) {
    super(sentence)
    this.exitCode = exitCode
  }
}
