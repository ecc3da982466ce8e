/**
 * Restores the scroll position of a history entry and the focus on the followed link. The router scrolls once; for
 * a page that grows later (a list that is fetched again, a footer that makes room for a button) this module scrolls
 * again until the position exists. It stops when the visitor scrolls, presses or types, and does nothing if the
 * visitor scrolled before hydration.
 */
import { isOfDocument } from "../site/document-page.ts"

const PATIENCE_MS = 10_000
const MOVES_OF_THEIR_OWN = ["wheel", "touchstart", "pointerdown", "keydown"] as const

const linkTo = (path: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    ({ pathname }) => pathname === path,
  )

/** Scroll positions are fractional on some screens. */
const isAt = (place: number) => Math.abs(scrollY - place) < 1

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1

/** A new document is at its position or at its end, unless the visitor scrolled. */
const wasMoved = (place: number) => isOfDocument(location.pathname) && !isAt(place) && !isAtEnd()

/** Who is writing goes on: a conversation gets its address with its first message. */
export const focusHeading = (): void => {
  if (document.activeElement?.localName === "textarea") return
  document.querySelector("h1")?.focus({ preventScroll: true })
}

const isNobodysFocus = ({ activeElement }: Document) =>
  activeElement === document.body || activeElement?.localName === "h1"

export interface HistoryPosition {
  /** The scroll position; null: the page was not visited before. */
  readonly place: number | null
  /** The path that the visitor comes back from; null for a new document. */
  readonly left: string | null
}

/** Returns a stop function. */
export const restoreHistoryPosition = ({ place, left }: HistoryPosition): (() => void) => {
  const cameAnew = left === null
  const found = { place: place === null || (cameAnew && wasMoved(place)), focus: cameAnew }
  const ended = new AbortController()
  const look = () => {
    const link = cameAnew || found.focus ? undefined : linkTo(left)
    if (link !== undefined) {
      found.focus = true
      if (isNobodysFocus(document)) link.focus({ preventScroll: true })
    }
    if (place !== null && !found.place) {
      if (!isAt(place)) scrollTo({ top: place, behavior: "instant" })
      found.place = isAt(place)
    }
    if (found.place && found.focus) ended.abort()
  }
  if (!cameAnew) focusHeading()
  look()
  if (ended.signal.aborted) return () => {}

  const { signal } = ended
  const grown = new ResizeObserver(look)
  grown.observe(document.body)
  const patience = setTimeout(() => {
    ended.abort()
  }, PATIENCE_MS)
  for (const move of MOVES_OF_THEIR_OWN) {
    addEventListener(move, () => ended.abort(), { signal, capture: true, passive: true })
  }
  signal.addEventListener("abort", () => {
    grown.disconnect()
    clearTimeout(patience)
  })
  return () => {
    ended.abort()
  }
}
