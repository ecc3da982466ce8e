/** How a command ends that could not do what was asked: one sentence for people, one code for scripts. */
export const EXIT_USAGE = 2

export class Failure extends Error {
  readonly exitCode: number

  /** Without a code it is wrong usage, or something outside that could not be reached. */
  constructor(sentence: string, exitCode: number = EXIT_USAGE) {
    super(sentence)
    this.exitCode = exitCode
  }
}
