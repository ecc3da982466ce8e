/**
 * What lies over the page now: windows, drawers, menus, lists. The tab's history gives each an entry of its own
 * (layered-history.ts, loaded when idle), so that Back closes the topmost.
 */

export interface Layer {
  /** Unique among the layers that can be open together. */
  readonly name: string
  /** Called by a step back. A layer that stays open keeps its entry. */
  readonly close: () => void
}

export interface LayerWatcher {
  readonly onChange: () => void
  readonly onStep: (event: PopStateEvent) => void
  /** Resolves once the history stands where the open layers want it. */
  readonly whenSettled: () => Promise<void>
}

let layers: ReadonlyArray<Layer> = []
let watcher: LayerWatcher = {
  onChange: () => {},
  onStep: () => {},
  whenSettled: () => Promise.resolve(),
}

const show = (next: ReadonlyArray<Layer>) => {
  layers = next
  watcher.onChange()
}

/** Bottom first. */
export const openLayers = (): ReadonlyArray<Layer> => layers

/** Puts a layer on top; answers how to take it away. */
export const addLayer = (layer: Layer): (() => void) => {
  show([...layers, layer])
  return () => {
    show(layers.filter((other) => other !== layer))
  }
}

let isLeft = false
const leave = (): void => {
  isLeft = true
}

/** To be called before the router listens: of the window's listeners the first one is called first. */
export const listenForSteps = (): void => {
  addEventListener("popstate", (event) => watcher.onStep(event))
  addEventListener("beforeunload", leave)
}

/** Whether the page was about to be left before it was idle. Who asks listens from here on. */
export const wasLeftEarly = (): boolean => {
  removeEventListener("beforeunload", leave)
  return isLeft
}

/** There is one watcher. */
export const watchLayers = (next: LayerWatcher): void => {
  watcher = next
}

export const whenLayersSettle = (): Promise<void> => watcher.whenSettled()
