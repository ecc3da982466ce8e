/**
 * A selection of the state with listeners by key: a card is notified only of changes of its own performer.
 */
import { type Selection, selectionOf, type Selector, type StateSource } from "./selection.ts"

export interface Keyed<View> {
  readonly select: Selector<View>
  /** The keys that changed; null: all. */
  readonly changed: (before: View, now: View) => Iterable<string> | null
}

export interface KeyedSelection<View> extends Pick<Selection<View>, "now" | "first"> {
  readonly subscribe: (key: string, listener: () => void) => () => void
}

const newKeyedSelection = <View>(
  source: StateSource,
  { select, changed }: Keyed<View>,
): KeyedSelection<View> => {
  const { now, first, subscribe } = selectionOf(source, select)
  const listeners = new Map<string, Set<() => void>>()
  const listen = () => {
    let told = now()
    return subscribe(() => {
      const before = told
      told = now()
      for (const key of changed(before, told) ?? listeners.keys()) {
        for (const listener of listeners.get(key) ?? []) listener()
      }
    })
  }
  let stop: (() => void) | null = null
  return {
    now,
    first,
    subscribe: (key, listener) => {
      const own = listeners.get(key) ?? new Set()
      listeners.set(key, own.add(listener))
      stop ??= listen()
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
  }
}

const known = new WeakMap<StateSource, WeakMap<object, KeyedSelection<unknown>>>()

export const keyedSelectionOf = <View>(
  source: StateSource,
  keyed: Keyed<View>,
): KeyedSelection<View> => {
  const ofSource = known.get(source) ?? new WeakMap<object, KeyedSelection<unknown>>()
  known.set(source, ofSource)
  const selection =
    (ofSource.get(keyed) as KeyedSelection<View> | undefined) ?? newKeyedSelection(source, keyed)
  ofSource.set(keyed, selection)
  return selection
}
