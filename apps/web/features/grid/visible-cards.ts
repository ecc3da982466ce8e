/**
 * Watches which cards of a list are on the screen, in the order of the page.
 *
 * Scrolling measures every observed element, so of a thousand cards only those near the window are observed; for
 * the others, one card represents a group. Invariant: no card in the window is further than `NEAR` from its group's
 * representative.
 */
const PERFORMER = "data-performer"
const PART = "grid-list__part"
/** At most four rows, in two columns. */
const TOGETHER = 6
/** More than the height of four rows on the widest window with two columns. */
const NEAR = "1500px 0px"

const idOf = (card: Element) => card.getAttribute(PERFORMER) ?? ""
const isCard = (element: Element) => element.hasAttribute(PERFORMER)
const isPart = (node: Node): node is Element =>
  node instanceof Element && node.classList.contains(PART)
const inPageOrder = (a: Element, b: Element) =>
  (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) === 0 ? 1 : -1

/** Returns a stop function. */
export const watchVisibleCards = (
  list: Element,
  show: (performerIds: ReadonlyArray<string>) => void,
): (() => void) => {
  const visible = new Set<Element>()
  /** Each group by its representative, the group's first card. */
  const groups = new Map<Element, ReadonlyArray<Element>>()
  const firstsOf = new Map<Element, ReadonlyArray<Element>>()
  const tell = () => show([...visible].toSorted(inPageOrder).map(idOf))

  const cards = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) visible.add(target)
      else visible.delete(target)
    }
    tell()
  })
  const leave = (card: Element) => {
    cards.unobserve(card)
    visible.delete(card)
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        for (const card of groups.get(target) ?? []) {
          if (isIntersecting) cards.observe(card)
          else leave(card)
        }
      }
    },
    { rootMargin: NEAR },
  )
  const forget = (part: Element) => {
    for (const first of firstsOf.get(part) ?? []) {
      near.unobserve(first)
      groups.get(first)?.forEach(leave)
      groups.delete(first)
    }
    firstsOf.delete(part)
  }
  const watch = (part: Element) => {
    forget(part)
    const here = [...part.children].filter(isCard)
    const firsts = here.filter((_, index) => index % TOGETHER === 0)
    firstsOf.set(part, firsts)
    for (const [index, first] of firsts.entries()) {
      groups.set(first, here.slice(index * TOGETHER, (index + 1) * TOGETHER))
      near.observe(first)
    }
    changes.observe(part, { childList: true })
  }
  // Pages and filters add and remove parts, and cards in them.
  const changes = new MutationObserver((records) => {
    const changed = records.flatMap(({ target, addedNodes, removedNodes }) =>
      [target, ...addedNodes, ...removedNodes].filter(isPart),
    )
    for (const part of new Set(changed)) {
      if (list.contains(part)) watch(part)
      else forget(part)
    }
    tell()
  })
  changes.observe(list, { childList: true })
  for (const part of list.children) watch(part)
  return () => {
    changes.disconnect()
    near.disconnect()
    cards.disconnect()
  }
}
