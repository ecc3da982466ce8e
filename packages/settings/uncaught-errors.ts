/**
 * The rule of every process of the site for uncaught errors: an exception that left a callback, a rejected
 * promise that nothing awaited, an `error` event without a listener. Each is logged and counted, and the
 * process continues.
 *
 * The process continues because otherwise any client that can cause one could stop the site for everybody. Work
 * that must not be left half done never runs in callbacks: the log and the database use transactions, and
 * everything else runs in fibres, where a defect ends only its own fibre. A failed callback nearly always
 * belongs to one connection, which ends with it. Errors that make it wrong to continue end the process
 * explicitly: the gateway's failed log (gateway/fatal.ts), a setting, a port, any error before the process is
 * ready.
 *
 * This is a safety net: every error logged here must be fixed at its source.
 */
export interface DescribedError {
  /** The class of the error, such as `TypeError`. */
  readonly name: string
  /** Such as `ECONNRESET`; null without one. */
  readonly code: string | null
  /** The stack, innermost call first. The message may repeat a client's input, so it is left out. */
  readonly at: ReadonlyArray<string>
}

export interface UncaughtError extends DescribedError {
  readonly kind: "exception" | "rejection"
  /** The number of uncaught errors in this process, this one included. */
  readonly count: number
}

/** The maximum of lines in one minute: an error that recurs with every packet must not fill the disk. */
const TOLD_A_MINUTE = 20
const MINUTE_MS = 60_000
const FRAMES = 12

/** Whether one more line may be logged in this minute. */
export const linesOfMinute = (): (() => boolean) => {
  let minute = 0
  let told = 0
  return () => {
    const now = Math.floor(performance.now() / MINUTE_MS)
    if (now !== minute) told = 0
    minute = now
    told += 1
    return told <= TOLD_A_MINUTE
  }
}

const framesOf = ({ stack = "" }: Error): ReadonlyArray<string> =>
  stack
    .split("\n")
    .filter((line) => /^\s+at /u.test(line))
    .slice(0, FRAMES)
    .map((line) => line.trim())

export const describedError = (error: unknown): DescribedError => {
  if (!(error instanceof Error)) return { name: typeof error, code: null, at: [] }
  const { code } = error as NodeJS.ErrnoException
  return { name: error.name, code: typeof code === "string" ? code : null, at: framesOf(error) }
}

export interface UncaughtListener {
  /** Called for every error without an owner. */
  readonly counted: (kind: UncaughtError["kind"]) => void
  /** Called for a limited number of errors in a minute. */
  readonly told: (error: UncaughtError) => void
  /**
   * Finds the owner of the running code, as the media engine finds its session. The returned function ends only
   * that owner, and counts and logs the error. Undefined without an owner.
   */
  readonly owner?: () => ((error: unknown) => void) | undefined
}

/** Applies until the process ends. Before the call, Node's default ends the process. */
export const outliveUncaughtErrors = ({ counted, told, owner }: UncaughtListener): void => {
  let count = 0
  const mayTell = linesOfMinute()
  const heard = (kind: UncaughtError["kind"]) => (error: unknown) => {
    try {
      const ends = owner?.()
      if (ends !== undefined) return ends(error)
      count += 1
      counted(kind)
      if (mayTell()) told({ kind, ...describedError(error), count })
    } catch {
      // An exception here would end the process: an error's description can run code of its own.
    }
  }
  process.on("uncaughtException", heard("exception"))
  process.on("unhandledRejection", heard("rejection"))
}
