/** Polls for stills while the page is visible: every two seconds, and less often after several misses. */

export type StillResult<Picture> =
  | { readonly _tag: "Came"; readonly picture: Picture }
  /** There is no still now. */
  | { readonly _tag: "Missing" }
  /** The request failed; whether there is a still is unknown. */
  | { readonly _tag: "Lost" }

export interface StillPorts<Picture> {
  readonly ask: (signal: AbortSignal) => Promise<StillResult<Picture>>
  /** Null: removes the shown still. */
  readonly show: (picture: Picture | null) => void
  /** Whether the page is hidden. */
  readonly isHidden: () => boolean
}

const EVERY_MS = 2_000
const SELDOM_MS = 10_000
/** Misses in a row, after which the shown still is too old. */
const MAX_MISSES = 3

export const stillPauseMs = (misses: number): number => (misses < MAX_MISSES ? EVERY_MS : SELDOM_MS)

/** Returns a stop function; after it is called nothing is shown. */
export const followStills = <Picture>({
  ask,
  show,
  isHidden,
}: StillPorts<Picture>): (() => void) => {
  const over = new AbortController()
  const { signal } = over
  let timer: ReturnType<typeof setTimeout> | undefined
  let misses = 0
  const take = (asked: StillResult<Picture>) => {
    if (asked._tag === "Came") {
      misses = 0
      show(asked.picture)
      return
    }
    misses += 1
    if (asked._tag === "Missing" || misses >= MAX_MISSES) show(null)
  }
  const next = async (): Promise<void> => {
    if (!isHidden()) {
      const asked = await ask(signal)
      if (signal.aborted) return
      take(asked)
    }
    timer = setTimeout(() => void next(), stillPauseMs(misses))
  }
  void next()
  return () => {
    over.abort()
    clearTimeout(timer)
  }
}
