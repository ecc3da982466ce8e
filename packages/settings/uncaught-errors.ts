/**
 * The rule of every process of the site for errors that nobody caught: an exception that left a callback, a promise
 * that was rejected and not awaited, an `error` event to which nobody listened. Each is told and counted, and the
 * process goes on.
 *
 * Why it goes on: whoever can bring one about from outside would otherwise end the site for everybody. What may not
 * be half done is not done in callbacks: the log and the database take transactions, and everything else runs in
 * fibres, where a defect ends the one thing it belongs to and nothing else. A callback that broke is of one
 * connection in nearly every case, and that connection is gone with it. What makes it wrong to go on ends the process
 * by name: the gateway's failed log (gateway/fatal.ts), a setting, a port, anything before it was ready.
 *
 * It is the net and no substitute: whatever is told here is to be mended where it came from.
 */
export interface DescribedError {
  /** The class of the error, such as `TypeError`. */
  readonly name: string
  /** Such as `ECONNRESET`; null where it has none. */
  readonly code: string | null
  /** Where it came from, the innermost call first. Its message may repeat what somebody sent, so it is left out. */
  readonly at: ReadonlyArray<string>
}

export interface UncaughtError extends DescribedError {
  readonly kind: "exception" | "rejection"
  /** How many there were in this process, this one included. */
  readonly count: number
}

/** Lines of one minute at most: an error that comes again with every packet fills no disk. */
const TOLD_A_MINUTE = 20
const MINUTE_MS = 60_000
const FRAMES = 12

/** Whether one more line may be told in this minute. */
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
  /** Called for every one that has no owner. */
  readonly counted: (kind: UncaughtError["kind"]) => void
  /** Called for so many of a minute. */
  readonly told: (error: UncaughtError) => void
  /**
   * Where a process knows whose code ran, as the media engine knows its sessions: what ends that alone, and counts and
   * tells it. Undefined where it is nobody's.
   */
  readonly owner?: () => ((error: unknown) => void) | undefined
}

/** From here on, until the process ends. Before it, Node ends the process as it does by itself. */
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
      // What throws here would end the process: an error may describe itself by code of its own.
    }
  }
  process.on("uncaughtException", heard("exception"))
  process.on("unhandledRejection", heard("rejection"))
}
