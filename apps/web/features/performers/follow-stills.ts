/**
 * Asks for one still after another for as long as somebody looks: every two seconds, and less often where there has
 * been none for a while.
 */

export type StillResult<Picture> =
  | { readonly _tag: "Came"; readonly picture: Picture }
  /** There is none now. */
  | { readonly _tag: "Missing" }
  /** Nobody can say now. */
  | { readonly _tag: "Lost" }

export interface StillPorts<Picture> {
  readonly ask: (signal: AbortSignal) => Promise<StillResult<Picture>>
  /** Null: nothing is to be seen any more. */
  readonly show: (picture: Picture | null) => void
  /** Whether anybody can see the page. */
  readonly isHidden: () => boolean
}

const EVERY_MS = 2_000
const SELDOM_MS = 10_000
/** In a row: what was shown last is older than a still may be. */
const MAX_MISSES = 3

export const stillPauseMs = (misses: number): number => (misses < MAX_MISSES ? EVERY_MS : SELDOM_MS)

/** Answers how to end it; from then on nothing is shown. */
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
