/**
 * What a way through the history finds again: the place on the page, and the focus on the link that was followed
 * from there. The router scrolls once, when the page is shown; a page that grows after that (a list that is asked
 * for again, a footer that makes room for a button) is scrolled again until the place is there. Whoever scrolls,
 * presses or types meanwhile is left alone, and so is whoever had scrolled elsewhere before the page was taken over.
 */
import { isOfDocument } from "../site/document-page.ts"

const PATIENCE_MS = 10_000
const MOVES_OF_THEIR_OWN = ["wheel", "touchstart", "pointerdown", "keydown"] as const

const linkTo = (path: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>("main a[href]")].find(
    ({ pathname }) => pathname === path,
  )

/** Scroll positions are fractions of a pixel on some screens. */
const isAt = (place: number) => Math.abs(scrollY - place) < 1

/** As far down as there is page yet. */
const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1

/** A document's own page stands at its place, or as near to it as it is long; else somebody moved it. */
const wasMoved = (place: number) => isOfDocument(location.pathname) && !isAt(place) && !isAtEnd()

export const focusHeading = (): void => {
  document.querySelector("h1")?.focus({ preventScroll: true })
}

const isNobodysFocus = ({ activeElement }: Document) =>
  activeElement === document.body || activeElement?.localName === "h1"

export interface HistoryPosition {
  /** How far the page was scrolled; null: nobody was there before. */
  readonly place: number | null
  /** The path that somebody comes back from; null where the document itself came anew. */
  readonly left: string | null
}

/** Answers how to stop looking. */
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
