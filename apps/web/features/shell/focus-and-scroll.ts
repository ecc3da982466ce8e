/**
 * Tracks the focus and the scroll positions of a document: an element that is removed from the document loses both, and
 * gets them again when it is put back.
 */
interface Scrolled {
  readonly left: number
  readonly top: number
}

const placeOf = ({ scrollLeft, scrollTop }: Element): Scrolled => ({
  left: scrollLeft,
  top: scrollTop,
})

/** Returns a function that restores focus and scroll positions. */
export const trackFocusAndScroll = (site: Element): (() => void) => {
  let focused: Element | null = document.activeElement
  let page: Scrolled | null = null
  const parts = new WeakMap<Element, Scrolled>()
  const listen = (kind: string, hear: (target: EventTarget | null) => void) => {
    document.addEventListener(kind, ({ target }) => hear(target), { capture: true, passive: true })
  }
  listen("focusin", (target) => {
    focused = target instanceof Element ? target : null
  })
  listen("focusout", (target) => {
    // A removed element loses its focus too: only an element that is still in the document was left by the visitor.
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected === true && !focused.matches(":focus")) {
        focused = null
      }
    })
  })
  listen("scroll", (target) => {
    if (target === document) page = placeOf(document.documentElement)
    else if (target instanceof Element) parts.set(target, placeOf(target))
  })
  const scroll = (part: Element, place: Scrolled | null | undefined) => {
    if (place !== null && place !== undefined) part.scrollTo({ ...place, behavior: "instant" })
  }
  return () => {
    for (const part of site.querySelectorAll("*")) scroll(part, parts.get(part))
    scroll(document.documentElement, page)
    const isNobodys = document.activeElement === null || document.activeElement === document.body
    if (isNobodys && focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  }
}
