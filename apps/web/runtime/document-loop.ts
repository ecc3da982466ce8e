/**
 * The loop of one document: entries in, folded one by one in the document's order; state and effects out.
 *
 *   entry ─▶ fold ─▶ step ─▶ reactions ─▶ effects (after the whole batch)
 *
 * Invariants: entries that come up while others are folded wait their turn; the state is published once per batch;
 * effects are performed when every entry of the batch has been folded; a new visit is published when it is whole, and
 * until then the one before stays.
 */
import { BehaviorSubject, type Observable, Subject } from "rxjs"
import { INITIAL_STATE } from "@foldcast/folds/initial-state"
import type { LogEntry } from "@foldcast/folds/log-entry"
import { fold, foldAll } from "@foldcast/folds/site"
import type { SiteState } from "@foldcast/folds/site-state"
import type { Effect, LogStep } from "@foldcast/reactions/effect"

export class DocumentLoop {
  readonly state$: BehaviorSubject<SiteState>
  readonly #perform: (effect: Effect) => void
  readonly #steps$ = new Subject<LogStep>()
  readonly #waiting: Array<LogEntry> = []
  readonly #effects: Array<Effect> = []
  #state: SiteState
  #isRunning = false
  /** A new visit is being received, and the one before is still shown. */
  #isHeld = false

  constructor(
    firstState: SiteState,
    react: (steps$: Observable<LogStep>) => Observable<Effect>,
    perform: (effect: Effect) => void,
  ) {
    this.state$ = new BehaviorSubject(firstState)
    this.#state = firstState
    this.#perform = perform
    // Effects also come from timers, between batches.
    react(this.#steps$).subscribe((effect) => {
      this.#effects.push(effect)
      this.#settle()
    })
  }

  enter(entries: ReadonlyArray<LogEntry>): void {
    this.#waiting.push(...entries)
    if (this.#isHeld) this.#showClientFacts(entries)
    else this.#settle()
  }

  /**
   * Another visit begins: what was folded belongs to the one before. That one stays published until `showNewVisit`,
   * so that nobody sees the new visit before it knows who they are and what was open. What the visitor does meanwhile
   * is done to what they see, and waits for the new visit without its effects.
   */
  holdForNewVisit(): void {
    // What was entered before belongs to the old visit: published as such, or never where it was held.
    if (this.#isHeld) this.#waiting.length = 0
    this.#settle()
    this.#isHeld = true
    this.#state = INITIAL_STATE
  }

  /**
   * Folds and publishes as one batch what has come in since `holdForNewVisit`, and after it what is carried over from
   * the state shown until now. Where `carried` answers null, the next state cannot be shown yet, and what was shown
   * stays. Does nothing where no visit is held.
   */
  showNewVisit(
    carried: (shown: SiteState, next: SiteState) => ReadonlyArray<LogEntry> | null,
  ): void {
    if (!this.#isHeld) return
    const entries = carried(this.state$.value, foldAll(this.#state, this.#waiting))
    if (entries === null) return
    this.#waiting.push(...entries)
    this.#isHeld = false
    this.#settle()
  }

  #settle(): void {
    if (this.#isRunning || this.#isHeld) return
    this.#isRunning = true
    try {
      while (this.#waiting.length > 0 || this.#effects.length > 0) {
        this.#foldWaiting()
        if (this.#state !== this.state$.value) this.state$.next(this.#state)
        const effect = this.#effects.shift()
        if (effect !== undefined) this.#perform(effect)
      }
    } finally {
      this.#isRunning = false
    }
  }

  #foldWaiting(): void {
    for (let entry = this.#waiting.shift(); entry !== undefined; entry = this.#waiting.shift()) {
      const before = this.#state
      this.#state = fold(before, entry)
      this.#steps$.next({ entry, before, after: this.#state })
    }
  }

  #showClientFacts(entries: ReadonlyArray<LogEntry>): void {
    const shown = foldAll(
      this.state$.value,
      entries.filter(({ kind }) => kind === "client"),
    )
    if (shown !== this.state$.value) this.state$.next(shown)
  }
}
