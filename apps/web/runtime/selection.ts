/**
 * A part of the state that components show, listened to once however many of them show it: a fact costs one call of
 * each selector, and tells those alone whose part is another object by it.
 */
import type { SiteState } from "@foldcast/folds/site-state"
import type { SiteRuntime } from "./site-runtime.ts"

export type Selector<A> = (state: SiteState) => A
export type StateSource = Pick<SiteRuntime, "state$" | "getState" | "getFirstState">

export interface Selection<A> {
  readonly now: () => A
  /** Of what the server rendered. */
  readonly first: () => A
  readonly subscribe: (listener: () => void) => () => void
}

/** Answers the same object for the same state, so that a selector may build a list. */
const memoised = <A>(select: Selector<A>): Selector<A> => {
  let last: { readonly state: SiteState; readonly selected: A } | null = null
  return (state) => {
    if (last?.state !== state) last = { state, selected: select(state) }
    return last.selected
  }
}

const newSelection = <A>(source: StateSource, selector: Selector<A>): Selection<A> => {
  const select = memoised(selector)
  const selectFirst = memoised(selector)
  const now = () => select(source.getState())
  const listeners = new Set<() => void>()
  const listen = () => {
    let told = now()
    return source.state$.subscribe(() => {
      const selected = now()
      if (Object.is(selected, told)) return
      told = selected
      for (const listener of listeners) listener()
    })
  }
  let subscription: ReturnType<typeof listen> | null = null
  return {
    now,
    first: () => selectFirst(source.getFirstState()),
    subscribe: (listener) => {
      listeners.add(listener)
      subscription ??= listen()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        subscription?.unsubscribe()
        subscription = null
      }
    },
  }
}

const known = new WeakMap<StateSource, WeakMap<Selector<unknown>, Selection<unknown>>>()

/** The same one for the same selector. */
export const selectionOf = <A>(source: StateSource, selector: Selector<A>): Selection<A> => {
  const ofSource = known.get(source) ?? new WeakMap<Selector<unknown>, Selection<unknown>>()
  known.set(source, ofSource)
  // What is kept under a selector was made by it.
  const selection =
    (ofSource.get(selector) as Selection<A> | undefined) ?? newSelection(source, selector)
  ofSource.set(selector, selection)
  return selection
}
