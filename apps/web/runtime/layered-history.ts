/**
 * Gives each layer over the page (layers.ts) an entry in the tab's history (ADR 0064). The router does not learn of
 * these entries: steps between entries of one page are kept from it.
 *
 *   page ─open─▶ page [layer] ─Back─▶ page         the layer closes
 *                page [layer] ─close─▶ page        its own button: the entry is stepped back from
 *                page [layer] ─link─▶ other page   the other page takes the layer's entry
 *
 * Invariants: below a page's entry there is no entry of a layer, except where another document was opened from one;
 * a page's entry that the router replaces under a layer is replaced when it shows again; what the router writes
 * during a step of this module is written after it.
 */
import { type EntryState, isSamePage, layerMove, layersOf, pageOf } from "./layer-moves.ts"
import { openLayers, wasLeftEarly, watchLayers } from "./layers.ts"

type Kind = "pushState" | "replaceState"

interface Written {
  readonly kind: Kind
  readonly state: unknown
  readonly url: string | URL | null | undefined
}

/** A step that the browser did not take tells nothing. */
const STEP_LASTS_MS = 1_000
/** After so long a page that was about to be left has stayed. */
const STAYS_AFTER_MS = 10_000

const now = () => history.state as EntryState | null
const names = () => openLayers().map(({ name }) => name)

/** Without telling the router, which has put its own functions over these. */
const write = ({ kind, state, url }: Written): void => {
  History.prototype[kind].call(history, state, "", url)
}
const writeLayers = (
  kind: Kind,
  open: ReadonlyArray<string>,
  { state, url } = { state: now(), url: location.href },
): void => {
  write({ kind, state: { ...state, layers: { page: pageOf(now()) ?? "", open } }, url })
}

class LayeredHistory {
  readonly #reopen: (name: string) => void
  #here = now()
  /** What the router wrote to the page's entry while that of a layer was shown. */
  #replaced: { readonly state: EntryState | null; readonly url: string } | null = null
  /** Set during a step of this module: what the router writes meanwhile. */
  #held: Array<Written> | null = null
  #isLeaving = false
  #waiting: Array<() => void> = []
  #look: ReturnType<typeof setTimeout> | undefined

  constructor(reopen: (name: string) => void) {
    this.#reopen = reopen
  }

  begin(): void {
    const router = {
      pushState: history.pushState.bind(history),
      replaceState: history.replaceState.bind(history),
    }
    const kinds: ReadonlyArray<Kind> = ["pushState", "replaceState"]
    for (const kind of kinds) {
      history[kind] = (state, _unused, url) => {
        this.#intercept({ kind, state, url }, router)
      }
    }
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return
      this.#isLeaving = false
      this.#lookSoon()
    })
    watchLayers({
      onChange: () => this.#lookSoon(),
      onStep: (event) => this.#step(event),
      whenSettled: () =>
        new Promise((resolve) => {
          this.#waiting.push(resolve)
          this.#lookSoon()
        }),
    })
    // A step would take a visitor back who is on the way to another page.
    if (wasLeftEarly()) this.#leave()
    this.#lookSoon()
  }

  #intercept(written: Written, router: Pick<History, Kind>): void {
    if (this.#held !== null) {
      this.#held.push(written)
      return
    }
    const { kind, state, url } = written
    if (layersOf(now()).length === 0) router[kind](state, "", url)
    else if (kind === "pushState") router.replaceState(state, "", url)
    else {
      router.replaceState({ ...(state as EntryState), layers: now()?.layers }, "", url)
      this.#replaced = { state: now(), url: location.href }
    }
    this.#here = now()
    if (layersOf(this.#here).length === 0) this.#replaced = null
    this.#lookSoon()
  }

  #step(event: PopStateEvent): void {
    const before = this.#here
    const isOwn = this.#held !== null
    this.#here = now()
    if (isSamePage(before, this.#here)) {
      event.stopImmediatePropagation()
      this.#restorePage()
    } else this.#replaced = null
    if (isOwn) this.#settle()
    else this.#follow()
    this.#lookSoon()
  }

  #restorePage(): void {
    if (this.#replaced === null) return
    const open = layersOf(this.#here)
    writeLayers("replaceState", open, this.#replaced)
    this.#here = now()
    if (open.length === 0) this.#replaced = null
  }

  /** After a step of the visitor's. */
  #follow(): void {
    const shown = layersOf(this.#here)
    const open = openLayers()
    for (const layer of open.slice(shown.length).toReversed()) layer.close()
    for (const name of shown.slice(open.length)) this.#reopen(name)
  }

  /** After a step of this module. */
  #settle(): void {
    const held = this.#held ?? []
    this.#held = null
    for (const { kind, state, url } of held) {
      // It may be a copy of the state from which the step led away, with layers that are closed.
      const layers = kind === "pushState" ? undefined : now()?.layers
      write({ kind, state: { ...(state as EntryState), layers }, url })
    }
    this.#here = now()
  }

  /** After the event that opens or closes a layer: what follows a link in it takes its entry, or leaves the page. */
  #lookSoon(): void {
    clearTimeout(this.#look)
    this.#look = setTimeout(() => this.#reconcile(), 0)
    addEventListener("beforeunload", this.#leave, { once: true })
  }

  readonly #leave = (): void => {
    this.#isLeaving = true
    setTimeout(() => {
      this.#isLeaving = false
      this.#lookSoon()
    }, STAYS_AFTER_MS)
  }

  #reconcile(): void {
    if (this.#held !== null || this.#isLeaving) return
    const move = layerMove(layersOf(now()), names())
    switch (move._tag) {
      case "Stay":
        removeEventListener("beforeunload", this.#leave)
        for (const goOn of this.#waiting.splice(0)) goOn()
        return
      case "Back":
        this.#held = []
        setTimeout(() => {
          if (this.#held !== null) this.#settle()
        }, STEP_LASTS_MS)
        history.go(-move.steps)
        return
      case "Rename":
        writeLayers("replaceState", move.open)
        break
      case "Push":
        writeLayers("pushState", move.open)
    }
    this.#here = now()
    this.#reconcile()
  }
}

/** Once for each document. `reopen`: a step forward came to this layer's entry. */
export const beginLayeredHistory = (reopen: (name: string) => void): void => {
  new LayeredHistory(reopen).begin()
}
