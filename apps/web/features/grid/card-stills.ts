/**
 * Shows a still in one card of a list at a time: the card under a moved mouse or with keyboard focus. Touch
 * scrolling shows none, and neither does a card that scrolls under a resting mouse. The card's performer and status
 * are read from its attributes (`data-performer`, `data-status`).
 */
import { wantsLessData } from "../performers/less-data.ts"
import { showStills } from "../performers/live-still.ts"

/** Longer than it takes to pass over a card. */
const INTENT_MS = 150

const cardAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("a[data-profile]") : null

const showIn = (card: HTMLElement, noNude: boolean): (() => void) => {
  const performerId = card.closest<HTMLElement>("[data-performer]")?.dataset["performer"]
  const picture = card.querySelector(".performer-picture")
  const isFree = card.querySelector("[data-status=free]") !== null
  if (performerId === undefined || picture === null || !isFree) return () => {}
  const canvas = document.createElement("canvas")
  canvas.className = "live-still"
  canvas.ariaHidden = "true"
  picture.append(canvas)
  const end = showStills({ performerId, noNude, canvas })
  return () => {
    end()
    canvas.remove()
  }
}

export interface CardsWatched {
  readonly noNude: boolean
  /** True if a moved mouse caused this script to load. */
  readonly isPointed: boolean
  readonly over: AbortSignal
}

export const watchCards = (list: HTMLElement, { noNude, isPointed, over }: CardsWatched): void => {
  if (over.aborted) return
  let hovered = isPointed ? list.querySelector<HTMLElement>("a[data-profile]:hover") : null
  let focused = list.querySelector<HTMLElement>("a[data-profile]:focus-visible")
  let shown: HTMLElement | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let end = () => {}

  const leave = () => {
    clearTimeout(timer)
    end()
    end = () => {}
    shown = null
  }
  const look = () => {
    const card = hovered ?? focused
    if (card === shown) return
    leave()
    if (card === null || wantsLessData()) return
    shown = card
    timer = setTimeout(() => {
      end = showIn(card, noNude)
    }, INTENT_MS)
  }
  const hear = (event: Event) => {
    const { type, target } = event
    if (event instanceof PointerEvent) {
      if (event.pointerType !== "mouse") return
      const card = cardAt(target)
      if (type === "pointermove") hovered = card
      else if (cardAt(event.relatedTarget) !== card) hovered = null
    } else {
      const card = type === "focusin" ? cardAt(target) : null
      focused = card?.matches(":focus-visible") === true ? card : null
    }
    look()
  }
  for (const name of ["pointermove", "pointerout", "focusin", "focusout"]) {
    list.addEventListener(name, hear, { signal: over })
  }
  // A status change appears in the card's attributes at once.
  const changes = new MutationObserver((records) => {
    if (records.every(({ target }) => !(shown?.contains(target) ?? false))) return
    leave()
    look()
  })
  changes.observe(list, { subtree: true, attributeFilter: ["data-status"] })
  over.addEventListener("abort", () => {
    changes.disconnect()
    leave()
  })
  look()
}
