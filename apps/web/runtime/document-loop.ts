/**
 * The loop of one document: entries in, folded one by one in the document's order, state and effects
 * out. Knows no sockets and no window.
 *
 *   entry ─▶ fold ─▶ step ─▶ reactions ─▶ effects (after the whole batch)
 *
 * Invariants: entries that come up while others are folded wait their turn; the state is published once
 * per batch; effects are performed when every entry of the batch has been folded; a visit is shown when
 * it is whole, and until then the document goes on with the one before.
 */
import { BehaviorSubject, type Observable, Subject } from "rxjs"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold, foldAll } from "@foldcast/folds/site"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect, LogStep } from "@foldcast/reactions/effect"

export interface DocumentLoop {
  readonly state$: Observable<SiteState>
  readonly getState: () => SiteState
  readonly enter: (entries: ReadonlyArray<LogEntry>) => void
  /**
   * Another visit begins: what was folded belongs to the one before. That one stays published until
   * `goOn`, so that nobody sees the new visit before it knows who they are and what was open. What the
   * visitor does meanwhile is done to what they see, and waits for the new visit without its effects.
   */
  readonly beginAnew: () => void
  /**
   * What has come in since `beginAnew` is folded and published as one batch, and after it what is carried
   * over from the state that was shown until now, as far as the next state allows. Where `carried` answers
   * null, the next state cannot be shown yet: what was shown stays. Nothing where no visit has begun.
   */
  readonly goOn: (
    carried: (shown: SiteState, next: SiteState) => ReadonlyArray<LogEntry> | null,
  ) => void
}

export const documentLoop = (
  firstState: SiteState,
  react: (steps$: Observable<LogStep>) => Observable<Effect>,
  perform: (effect: Effect) => void,
): DocumentLoop => {
  const state$ = new BehaviorSubject(firstState)
  const steps$ = new Subject<LogStep>()
  const waiting: Array<LogEntry> = []
  const effects: Array<Effect> = []
  let state = firstState
  let isRunning = false
  let isHeld = false

  const settle = () => {
    if (isRunning || isHeld) return
    isRunning = true
    try {
      while (waiting.length > 0 || effects.length > 0) {
        for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
          const before = state
          state = fold(before, entry)
          steps$.next({ entry, before, after: state })
        }
        if (state !== state$.value) state$.next(state)
        const effect = effects.shift()
        if (effect !== undefined) perform(effect)
      }
    } finally {
      isRunning = false
    }
  }

  const showHappened = (entries: ReadonlyArray<LogEntry>) => {
    const shown = foldAll(
      state$.value,
      entries.filter(({ kind }) => kind === "client"),
    )
    if (shown !== state$.value) state$.next(shown)
  }

  // Effects also come from waits, between batches.
  react(steps$).subscribe((effect) => {
    effects.push(effect)
    settle()
  })

  return {
    state$,
    getState: () => state$.value,
    enter: (entries) => {
      waiting.push(...entries)
      if (isHeld) showHappened(entries)
      else settle()
    },
    beginAnew: () => {
      // What was entered before is the old visit's: published as such, or never where it was held.
      if (isHeld) waiting.length = 0
      settle()
      isHeld = true
      state = INITIAL_STATE
    },
    goOn: (carried) => {
      if (!isHeld) return
      const entries = carried(state$.value, foldAll(state, waiting))
      if (entries === null) return
      waiting.push(...entries)
      isHeld = false
      settle()
    },
  }
}
